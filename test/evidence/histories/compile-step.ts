import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadModel, types, type Verdict } from "specwright";
import { buildTypedModel } from "../../../packages/specwright/src/emit/typed-model.ts";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { printConsumer } from "./print-consumer.ts";

/** The verdict of the compiler on one step of a history. */
export interface Compiled {
  readonly verdict: Verdict;
  /** Some of the new errors, each with the line of the consumer. */
  readonly errors: readonly string[];
  /** The number of lines that do not compile against the old types either, and so do not prove anything. */
  readonly unusable: number;
  readonly lines: number;
}

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  module: "nodenext",
  target: "es2024",
  customConditions: ["source"],
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: [],
};

/**
 * Compiles consumers of the old document against the old types and against the new ones.
 *
 * @param folder An empty folder below the repository.
 */
export function compileStep(before: string, after: string, folder: string): Compiled {
  const texts = [before, after].map(
    (document) => types({ document, readWriteSplit: true, folder }).text,
  );
  // The types are the same, so every consumer compiles as before.
  if (withoutHeader(texts[0]) === withoutHeader(texts[1])) {
    return { verdict: "works", errors: [], unusable: 0, lines: 0 };
  }
  const { model } = loadModel(before, { folder });
  const split = buildTypedModel({ model, readWriteSplit: true });
  const consumers = { plain: printConsumer(split, false), exhaustive: printConsumer(split, true) };
  const compileSide = (side: string, index: number): ErrorsByFile => {
    mkdirSync(join(folder, side), { recursive: true });
    writeFileSync(join(folder, side, "types.d.ts"), texts[index] ?? "");
    for (const [name, text] of Object.entries(consumers)) {
      writeFileSync(join(folder, side, `${name}.ts`), text);
    }
    const settings = { compilerOptions, include: ["*.ts"] };
    writeFileSync(join(folder, side, "tsconfig.json"), JSON.stringify(settings));
    return compile(join(folder, side));
  };
  const fresh = compileSide("new", 1);
  // The old types are needed only if something fails with the new ones.
  const own: ErrorsByFile = fresh.size === 0 ? new Map() : compileSide("old", 0);
  const findNew = (name: string): readonly string[] => {
    const old = own.get(`${name}.ts`) ?? new Map<number, string>();
    const lines = readFileSync(join(folder, "new", `${name}.ts`), "utf8").split("\n");
    return [...(fresh.get(`${name}.ts`) ?? [])]
      .filter(([line]) => !old.has(line))
      .map(([line, message]) => `${message}\n      ${lines[line - 1]}`);
  };
  const [plain, exhaustive] = [findNew("plain"), findNew("exhaustive")];
  return {
    verdict: plain.length > 0 ? "breaks" : exhaustive.length > 0 ? "may break" : "works",
    errors: plain.length > 0 ? plain : exhaustive,
    unusable: own.get("exhaustive.ts")?.size ?? 0,
    lines: consumers.exhaustive.split("\n").length,
  };
}

/** The first lines name the document. */
function withoutHeader(text = ""): string {
  return text.replace(/^(?:\/\/.*\n)*/, "");
}

/** Messages by file and line. */
type ErrorsByFile = ReadonlyMap<string, ReadonlyMap<number, string>>;

function compile(folder: string): ErrorsByFile {
  const tsc = resolveInRoot("node_modules/typescript/bin/tsc");
  let output = "";
  try {
    execFileSync(process.execPath, [tsc, "-p", folder, "--pretty", "false"], {
      cwd: folder,
      maxBuffer: 1e9,
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    // The compiler exits with an error code when it finds errors, and prints them.
    output = String((error as { readonly stdout?: unknown }).stdout);
  }
  const errors = new Map<string, Map<number, string>>();
  for (const [, file = "", line, message = ""] of output.matchAll(
    /^(\S+?\.ts)\((\d+),\d+\): error (.*)$/gm,
  )) {
    const own = errors.get(file) ?? new Map<number, string>();
    errors.set(file, own.set(Number(line), own.get(Number(line)) ?? message));
  }
  return errors;
}
