import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { resolveInRoot } from "./paths.ts";

/** A piece of work whose result depends only on files. */
export interface Work {
  /** The name of the file in `.cache/` that records its last success. */
  readonly name: string;
  /** The files and folders of the repository that it reads or writes. Changes of either cause it to run again. */
  readonly files: readonly string[];
}

/**
 * Does a piece of work, unless it succeeded before and the bytes of its files have not changed since.
 *
 * @returns what `run` returns, or `otherwise`
 */
export async function skipUnchanged<T>(
  work: Work,
  run: () => Promise<T>,
  otherwise: T,
): Promise<T> {
  if (isUnchanged(work)) {
    return otherwise;
  }
  const note = locateNote(work);
  // Remove the record during the work, so that interrupted work does not count as done.
  rmSync(note, { force: true });
  const result = await run();
  mkdirSync(dirname(note), { recursive: true });
  writeFileSync(note, hashFiles(work.files));
  return result;
}

/** True when the work succeeded before, and the bytes of its files have not changed since. */
export function isUnchanged(work: Work): boolean {
  return readNote(locateNote(work)) === hashFiles(work.files);
}

function locateNote({ name }: Work): string {
  return resolveInRoot(`.cache/${name}`);
}

function readNote(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The first run has no record yet.
    return undefined;
  }
}

/** One hash of the names and bytes of all files. A missing file also changes the hash. */
function hashFiles(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(listFilesBelow)) {
    const bytes = readFileSync(resolveInRoot(path));
    // The length separates the end of one file from the beginning of the next.
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}

function listFilesBelow(path: string): string[] {
  const found = statSync(resolveInRoot(path), { throwIfNoEntry: false });
  if (found === undefined) {
    return [];
  }
  if (!found.isDirectory()) {
    return [path];
  }
  return readdirSync(resolveInRoot(path))
    .sort()
    .flatMap((name) => listFilesBelow(`${path}/${name}`));
}
