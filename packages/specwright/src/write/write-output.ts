import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDiagnosticError, type Diagnostic, DiagnosticError } from "../diagnostic.ts";
import type { OutputFile } from "../output-file.ts";
import { isKnownToHold, keepOutput, type OutputSession } from "../watch/output-session.ts";
import { encodeBytes } from "./encode-bytes.ts";
import { createHashes, type Hashes } from "./hashes.ts";
import { inspectOutput } from "./inspect-output.ts";
import { completeJournal, hasJournal, type Journal, writeJournal } from "./journal.ts";
import { withLock } from "./lock.ts";
import { makeOutputFolder } from "./make-output-folder.ts";
import { type Manifest, readManifest, renderManifest } from "./manifest.ts";
import { lockName, manifestName, stageName } from "./output-path.ts";

/** The wanted content of a folder. */
export interface Output {
  /** The absolute path of the folder. */
  readonly folder: string;
  readonly files: readonly OutputFile[];
  readonly key: Manifest["key"];
  readonly inputs: Manifest["inputs"];
  /** Facts about earlier writes of this process. */
  readonly session?: OutputSession;
}

/** The result of writing. Paths are relative to the folder. */
export interface Written {
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Makes a folder contain exactly these files, or leaves it unchanged. The new contents are staged in the folder, then a
 * journal is written, and only then are files renamed. If this is interrupted, the next command completes it. Files
 * whose bytes do not change are not touched. Files of an earlier run that this run does not generate are removed; all other files are kept.
 *
 * @throws DiagnosticError when the folder contains files that specwright did not write, or when something in it is in
 * the way.
 */
export function writeOutput(output: Output): Written {
  const { folder, files, session } = output;
  const problems = inspectOutput(output);
  // While another command writes, some of its files look as if specwright had not written them. Look again when it has
  // ended.
  if (problems.length > 0 && !isUsedFolder(folder, problems)) {
    throw new DiagnosticError(problems);
  }
  const before = compareOutput(output);
  const hashes = createHashes(session);
  const isCurrent = problems.length === 0 && isDone(output, before, hashes) && !hasRemains(folder);
  const written = isCurrent ? before : writeLocked(output, hashes);
  if (session !== undefined) {
    keepOutput(folder, files, hashes.of, session);
  }
  return written;
}

function writeLocked(output: Output, hashes: Hashes): Written {
  const { folder } = output;
  try {
    makeOutputFolder(folder);
    return withLock(folder, () => replaceOutput(output, hashes));
  } catch (error) {
    throw error instanceof DiagnosticError
      ? error
      : reportCannotWrite(folder, error, "The files in it are as they were.");
  }
}

/** The same, while no other command writes. Another command may have changed the output since the first comparison. */
function replaceOutput(output: Output, hashes: Hashes): Written {
  const { folder } = output;
  complete(folder);
  assertWritable(output);
  const changes = compareOutput(output);
  if (isDone(output, changes, hashes)) {
    return changes;
  }
  stage(output, changes, hashes);
  complete(folder);
  return changes;
}

function assertWritable(output: Output): void {
  const problems = inspectOutput(output);
  if (problems.length > 0) {
    throw new DiagnosticError(problems);
  }
}

function isDone(output: Output, { written, removed }: Written, hashes: Hashes): boolean {
  return (
    written.length === 0 &&
    removed.length === 0 &&
    readText(join(output.folder, manifestName)) === printManifest(output, hashes)
  );
}

function printManifest({ key, inputs, files }: Output, hashes: Hashes): string {
  const entries = files.map((file) => [file.path, hashes.of(file)] as const);
  return renderManifest({ key, inputs, files: new Map(entries) });
}

/** Returns whether specwright writes to a folder, or did so before. */
function isUsedFolder(folder: string, problems: readonly Diagnostic[]): boolean {
  const isFolder = problems.every(({ code }) => code !== "output-not-a-folder");
  return isFolder && (existsSync(join(folder, manifestName)) || hasRemains(folder));
}

/** Returns whether another command is writing, or was interrupted and left work to complete or to remove. */
function hasRemains(folder: string): boolean {
  return hasJournal(folder) || [stageName, lockName].some((name) => existsSync(join(folder, name)));
}

function complete(folder: string): void {
  try {
    completeJournal(folder);
  } catch (error) {
    throw reportCannotWrite(folder, error, "The next command completes the interrupted write.");
  }
}

/** The changes that writing would make, without making them. */
export function compareOutput({ folder, files, session }: Output): Written {
  const written: string[] = [];
  const unchanged: string[] = [];
  for (const file of files) {
    const { path, content, isBinary } = file;
    const isSame =
      isKnownToHold(folder, file, session) ??
      readText(join(folder, path), isBinary === true ? "latin1" : "utf8") === content;
    (isSame ? unchanged : written).push(path);
  }
  const kept = new Set(files.map(({ path }) => path));
  const owned = [...(readManifest(folder)?.files.keys() ?? [])];
  return { written, unchanged, removed: owned.filter((path) => !kept.has(path)) };
}

function stage(output: Output, { written, removed }: Written, hashes: Hashes): void {
  const { folder, files } = output;
  const staging = join(folder, stageName);
  const changed = new Set(written);
  const encode = createTextEncoder();
  try {
    mkdirSync(staging);
    const renames: Journal["renames"] = files
      .filter(({ path }) => changed.has(path))
      .map((file, index) => {
        const bytes = encodeBytes(file) ?? encode(file.content);
        hashes.set(file, bytes);
        writeFileSync(join(staging, String(index)), bytes, { flag: "wx" });
        return [index, file.path] as const;
      });
    writeFileSync(join(staging, "manifest"), printManifest(output, hashes), { flag: "wx" });
    writeJournal(folder, { renames, removals: removed });
  } catch (error) {
    dropStage(staging);
    throw reportCannotWrite(folder, error, "The files in it are as they were.");
  }
}

/** Frees space on a full disk. If this fails too, the next command removes the files. */
function dropStage(staging: string): void {
  try {
    rmSync(staging, { recursive: true, force: true });
  } catch {
    // The reason was reported already.
  }
}

function reportCannotWrite(folder: string, error: unknown, state: string): DiagnosticError {
  const reason = error instanceof Error ? error.message : String(error);
  return createDiagnosticError({
    code: "output-not-writable",
    message: `The output folder cannot be written: ${reason}. ${state}`,
    fix: "Check its permissions and the space on the disk.",
    file: folder,
  });
}

function readText(path: string, encoding: "latin1" | "utf8" = "utf8"): string | undefined {
  try {
    return readFileSync(path, encoding);
  } catch {
    // The file does not exist yet, or writing it is about to be refused.
    return undefined;
  }
}

/** Encodes a string as UTF-8. The returned bytes are only valid until the next call. */
type Encode = (text: string) => Uint8Array;

/**
 * Makes an encoder that reuses its memory. Otherwise hashing and writing would each encode a string of megabytes, and
 * this is much slower when the text has characters outside Latin-1.
 */
function createTextEncoder(): Encode {
  const encoder = new TextEncoder();
  let memory = new Uint8Array(0);
  return (text) => {
    if (memory.length < text.length) {
      // Texts in other scripts may need more bytes. They are encoded without this memory.
      memory = new Uint8Array(Math.ceil(text.length * 1.1));
    }
    const { read, written } = encoder.encodeInto(text, memory);
    return read === text.length ? memory.subarray(0, written) : encoder.encode(text);
  };
}
