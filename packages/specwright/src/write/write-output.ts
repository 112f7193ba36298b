import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DiagnosticError } from "../diagnostic.ts";
import type { OutputFile } from "../output-file.ts";
import { inspectOutput } from "./inspect-output.ts";
import { completeJournal, type Journal, writeJournal } from "./journal.ts";
import { type Manifest, readManifest, renderManifest } from "./manifest.ts";
import { manifestName, stageName } from "./output-path.ts";
import { hashFile, isKnownToHold, keepOutput, type OutputSession } from "./output-session.ts";

/** What a folder is to consist of. */
export interface Output {
  /** The absolute path of the folder. */
  readonly folder: string;
  readonly files: readonly OutputFile[];
  readonly key: Manifest["key"];
  readonly inputs: Manifest["inputs"];
  /** What is known of what was written before in this process. */
  readonly session?: OutputSession;
}

/** What writing did, as paths in the folder. */
export interface Written {
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Makes a folder consist of these files, or leaves it as it was. New contents are staged in the folder, a journal is
 * written, and only then are files renamed; whatever interrupts that, the next command completes it. Files whose bytes
 * do not change are not touched. Files that are no longer generated are removed, and no others ever.
 *
 * @throws DiagnosticError when the folder is not ours, or when something in it is in the way.
 */
export function writeOutput(output: Output): Written {
  const { folder, files } = output;
  const problems = inspectOutput(output);
  if (problems.length > 0) {
    throw new DiagnosticError(problems);
  }
  complete(folder);
  const changes = compareOutput(output);
  const hashes = hashesOf(output);
  const manifest = renderManifest({ key: output.key, inputs: output.inputs, files: hashes });
  const isSame = changes.written.length === 0 && changes.removed.length === 0;
  if (!isSame || readText(join(folder, manifestName)) !== manifest) {
    const changed = new Set(changes.written);
    stage(
      folder,
      files.filter(({ path }) => changed.has(path)),
      manifest,
      changes.removed,
    );
    complete(folder);
  }
  if (output.session !== undefined) {
    keepOutput(folder, files, hashes, output.session);
  }
  return changes;
}

function complete(folder: string): void {
  try {
    completeJournal(folder);
  } catch (error) {
    throw cannotWrite(folder, error, "The next command completes what this one began.");
  }
}

/** What writing would do, without doing it. */
export function compareOutput({ folder, files, session }: Output): Written {
  const written: string[] = [];
  const unchanged: string[] = [];
  for (const file of files) {
    const { path, content } = file;
    const isSame = isKnownToHold(folder, file, session) ?? readText(join(folder, path)) === content;
    (isSame ? unchanged : written).push(path);
  }
  const kept = new Set(files.map(({ path }) => path));
  const owned = [...(readManifest(folder)?.files.keys() ?? [])];
  return { written, unchanged, removed: owned.filter((path) => !kept.has(path)) };
}

function hashesOf({ files, session }: Output): ReadonlyMap<string, string> {
  return new Map(files.map((file) => [file.path, hashFile(file, session)]));
}

function stage(
  folder: string,
  files: readonly OutputFile[],
  manifest: string,
  removals: readonly string[],
): void {
  const staging = join(folder, stageName);
  try {
    mkdirSync(staging, { recursive: true });
    const renames: Journal["renames"] = files.map(({ path, content }, index) => {
      writeFileSync(join(staging, String(index)), content);
      return [index, path] as const;
    });
    writeFileSync(join(staging, "manifest"), manifest);
    writeJournal(folder, { renames, removals });
  } catch (error) {
    dropStage(staging);
    throw cannotWrite(folder, error, "The files in it are as they were.");
  }
}

/** Gives back the space of a full disk; where that fails too, the next command does it. */
function dropStage(staging: string): void {
  try {
    rmSync(staging, { recursive: true, force: true });
  } catch {
    // The reason is the one that is told already.
  }
}

function cannotWrite(folder: string, error: unknown, state: string): DiagnosticError {
  const reason = error instanceof Error ? error.message : String(error);
  return new DiagnosticError([
    {
      severity: "error",
      code: "output-not-writable",
      message: `The output folder cannot be written: ${reason}. ${state}`,
      fix: "Check its permissions and the space on the disk.",
      file: folder,
    },
  ]);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // It does not exist yet, or is about to be refused.
    return undefined;
  }
}
