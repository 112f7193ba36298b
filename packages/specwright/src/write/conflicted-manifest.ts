import type { Manifest } from "./manifest.ts";
import { isOutputPath } from "./output-path.ts";

/**
 * Reads a manifest in which `git merge` left both sides of a conflict. specwright wrote the files of both sides, and
 * neither side is up to date. So the next command writes all files, and removes those that were generated before and are not now.
 *
 * @returns undefined when the text has no conflict markers.
 */
export function readConflictedManifest(text: string): Manifest | undefined {
  if (!/^<{7} /m.test(text)) {
    return undefined;
  }
  const start = text.search(/^ {2}"files": \{$/m);
  if (start === -1) {
    return undefined;
  }
  const files = new Map<string, string>();
  for (const [, name = "", digest = ""] of text.slice(start).matchAll(entry)) {
    const path: unknown = JSON.parse(name);
    if (typeof path === "string" && isOutputPath(path)) {
      files.set(path, digest);
    }
  }
  return { key: "", inputs: new Map(), files };
}

/** One line of `files` as `renderManifest` writes it. */
const entry = /^ {4}("(?:[^"\\\n]|\\["\\/bfnrt]|\\u[\da-f]{4})+"): "([\da-f]{64})",?$/gim;
