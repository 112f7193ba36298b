import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { resolveInRoot } from "../scripts/support/paths.ts";
import type { Section } from "./report/report.ts";

const uses: readonly (readonly [string, string])[] = [
  [
    "one operation",
    'import { createTransport, getToolkit } from "./generated/client/index.js"; console.log(getToolkit(createTransport(), { slug: "github" }));',
  ],
  [
    "one paged list",
    'import { createTransport, listToolkitsItems } from "./generated/client/index.js"; console.log(listToolkitsItems(createTransport()));',
  ],
  [
    "createClient",
    'import { createClient } from "./generated/client/index.js"; console.log(createClient());',
  ],
  [
    "createPlatform, all operations",
    'import { createPlatform } from "./generated/client/index.js"; console.log(createPlatform());',
  ],
  ["openapi-fetch 0.17", 'import createClient from "openapi-fetch"; console.log(createClient());'],
];

/** The size that the client adds to a bundle. */
export async function benchSize(): Promise<Section> {
  const rows: string[][] = [];
  for (const [name, contents] of uses) {
    const result = await build({
      stdin: { contents, resolveDir: resolveInRoot("") },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      write: false,
    });
    const bytes = result.outputFiles[0]?.contents ?? new Uint8Array();
    rows.push([
      name,
      `${(bytes.length / 1000).toFixed(1)} kB`,
      `${(gzipSync(bytes).length / 1000).toFixed(1)} kB`,
    ]);
  }
  return {
    title: "Client size",
    text: "The JavaScript that a web page loads to use the generated client: bundled and minified by esbuild, with everything that is imported, and then compressed by gzip. openapi-fetch is a client without generated code, for comparison.",
    columns: ["Imported", "Minified", "Minified and gzipped"],
    rows,
  };
}
