import { createRequire } from "node:module";

/** The version of specwright, from its package. */
export function readToolVersion(): string {
  // The package's own manifest always has a version. It is found by its name, because published modules are in other
  // folders.
  return (createRequire(import.meta.url)("specwright/package.json") as { readonly version: string })
    .version;
}
