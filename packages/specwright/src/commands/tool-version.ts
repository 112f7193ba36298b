import { createRequire } from "node:module";

/** The version of specwright, as its package says. */
export function toolVersion(): string {
  // The package's own manifest always has a version.
  return (createRequire(import.meta.url)("../../package.json") as { readonly version: string })
    .version;
}
