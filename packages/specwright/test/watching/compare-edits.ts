import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { generate } from "../../src/commands/generate.ts";
import type { GenerateOptions } from "../../src/commands/generate-options.ts";
import { type Diagnostic, DiagnosticError } from "../../src/diagnostic.ts";
import { createSession, type Session } from "../../src/watch/session.ts";
import type { Edit } from "../random-edits.ts";
import { makeTemporaryFolder } from "../temporary-folder.ts";

/**
 * Makes the same edits of the same document in two folders. One folder is generated in a session, the other from
 * scratch after each edit. Expects the same result in both after each edit.
 *
 * @returns how many edits made the document invalid, and how many changed the output
 */
export async function compareEdits(
  files: Readonly<Record<string, string>>,
  root: string,
  edits: Iterable<Edit>,
  options: Pick<
    GenerateOptions,
    | "arrayFormat"
    | "defaultNonNullable"
    | "enums"
    | "package"
    | "readWriteSplit"
    | "remotes"
    | "values"
  > = {},
): Promise<{ readonly failed: number; readonly changed: number }> {
  const session = createSession();
  const kept = makeTemporaryFolder(files);
  const cold = makeTemporaryFolder(files);
  const count = { failed: 0, changed: 0 };
  let last = await generateOutcome(kept, root, options, session);
  expect(last).toEqual(await generateOutcome(cold, root, options));
  for (const edit of edits) {
    const { file, text, what } = edit;
    if (edit.isOvertaken === true) {
      await overtake(kept, edit, root, options, session);
      continue;
    }
    for (const folder of [kept, cold]) {
      writeFileSync(join(folder, file), text);
    }
    const outcome = await generateOutcome(kept, root, options, session);
    const anew = await generateOutcome(cold, root, options);
    expect(outcome.diagnostics, what).toEqual(anew.diagnostics);
    for (const [path, content] of Object.entries(anew.files)) {
      expect(outcome.files[path] === content, `${path} after: ${what}`).toBe(true);
    }
    expect(Object.keys(outcome.files), what).toEqual(Object.keys(anew.files));
    const isWrong = outcome.diagnostics.some(({ severity }) => severity === "error");
    count.failed += Number(isWrong);
    count.changed += Number(JSON.stringify(outcome.files) !== JSON.stringify(last.files));
    if (isWrong) {
      expect(outcome.files, what).toEqual(last.files);
    }
    last = outcome;
  }
  return count;
}

/** The result of generating, for comparison: its messages, its losses and the files. */
interface Outcome {
  readonly diagnostics: readonly Diagnostic[];
  readonly files: Readonly<Record<string, string>>;
}

async function generateOutcome(
  folder: string,
  document: string,
  options: Pick<GenerateOptions, "remotes" | "readWriteSplit" | "defaultNonNullable" | "package">,
  session?: Session,
): Promise<Outcome> {
  let diagnostics: readonly Diagnostic[];
  try {
    const result = await generate({ document, out: "out", folder, ...options }, session);
    diagnostics = [...result.diagnostics, ...result.losses];
  } catch (error) {
    if (!(error instanceof DiagnosticError)) {
      throw error;
    }
    diagnostics = error.diagnostics;
  }
  return { diagnostics, files: readAllFiles(join(folder, "out")) };
}

function readAllFiles(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

/** Generates from a string that is replaced at once, as when an editor saves twice. It must not have any effect. */
async function overtake(
  folder: string,
  { file, text, what }: Edit,
  document: string,
  options: Parameters<typeof generateOutcome>[2],
  session: Session,
): Promise<void> {
  const before = readAllFiles(join(folder, "out"));
  const rest = readFileSync(join(folder, file), "utf8");
  writeFileSync(join(folder, file), text);
  const overtaken = new Error("Overtaken.");
  const prepareWrite = (): Promise<void> => Promise.reject(overtaken);
  const settings = { document, out: "out", folder, ...options, beforeWrite: prepareWrite };
  const error = await generate(settings, session).catch((reason: unknown) => reason);
  expect(error === overtaken || error instanceof DiagnosticError, what).toBe(true);
  expect(readAllFiles(join(folder, "out"))).toEqual(before);
  writeFileSync(join(folder, file), rest);
}
