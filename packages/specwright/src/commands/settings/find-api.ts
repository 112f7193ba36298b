import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { ConfiguredApi } from "./configuration.ts";

/**
 * The API that an argument names: the one with this document, else the one with this name. A file takes precedence over
 * a name. A folder does not, because a document is never a folder.
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
    // The links form a circle, or the name is too long. The error of reading the file explains it better.
    return false;
  }
}
