import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { isObject } from "../../json-object.ts";

/** A clone of specwright's repository, whose packages may differ from those of the registry, or not be there. */
export interface Clone {
  /** The absolute path of its root. */
  readonly root: string;
}

/**
 * The clone from which this command runs. Undefined for a package that was installed, and when it runs from its source,
 * because then nothing is built that others could install.
 */
export function findClone(): Clone | undefined {
  if (import.meta.url.endsWith(".ts")) {
    return undefined;
  }
  const manifest = realpathSync(createRequire(import.meta.url).resolve("specwright/package.json"));
  // The package is `packages/specwright` of the repository.
  const root = join(dirname(manifest), "../..");
  const path = join(root, "package.json");
  const read: unknown = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
  return isObject(read) && read.name === "specwright-workspace" ? { root } : undefined;
}
