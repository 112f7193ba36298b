import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { ConfiguredApi } from "./configuration.ts";

/**
 * The API of the configuration that an argument means: the one whose document it is, else the one that is called so. A
 * file comes before a name, a folder does not, because a document is never one.
 */
export function findApi(
  apis: readonly ConfiguredApi[],
  argument: string,
  folder: string,
): ConfiguredApi | undefined {
  const path = resolve(folder, argument);
  return (
    apis.find(({ document }) => document === path) ??
    (isDocument(path) ? undefined : apis.find(({ name }) => name === argument))
  );
}

function isDocument(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === false;
  } catch {
    // Links in a circle, or a name that is too long: the error of reading the file says it better.
    return false;
  }
}
