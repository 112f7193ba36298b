import { createRequire } from "node:module";

/** The version of specwright, as its package says. */
export function toolVersion(): string {
  // The package's own manifest always has a version. By its name, because modules are in other folders when published.
  return (createRequire(import.meta.url)("specwright/package.json") as { readonly version: string })
    .version;
}
