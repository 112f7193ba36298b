import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { hasJournal } from "./journal.ts";
import { hashContent, readManifest } from "./manifest.ts";

/**
 * Finds out from hashes alone whether generating would change an output folder. It compares the tool with its options
 * and templates, every file of the document, and every file of the output. If all are equal, nothing has to be parsed.
 *
 * @returns The paths of the files, or undefined when something changed.
 */
export function findUnchangedFiles(folder: string, key: string): string[] | undefined {
  const manifest = readManifest(folder);
  if (manifest === undefined || manifest.key !== key || hasJournal(folder)) {
    return undefined;
  }
  const isSame = ([path, hash]: readonly [string, string]): boolean => hashOfFile(path) === hash;
  const inputs = [...manifest.inputs].map(([path, hash]) => [resolve(folder, path), hash] as const);
  const files = [...manifest.files].map(([path, hash]) => [join(folder, path), hash] as const);
  return inputs.every(isSame) && files.every(isSame) ? [...manifest.files.keys()] : undefined;
}

function hashOfFile(path: string): string | undefined {
  try {
    return hashContent(readFileSync(path));
  } catch {
    // A deleted file counts as changed.
    return undefined;
  }
}
