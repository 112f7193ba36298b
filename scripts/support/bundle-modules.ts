import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

/**
 * Makes one JavaScript file of each module of a folder with all that it imports from its package, with source maps. What
 * several of them import is a file that they share, so that classes stay one and the same. Other packages stay imports.
 *
 * Node spends about 0.4 ms on finding, reading and linking a module, which was a tenth of the time of importing a server.
 */
export async function bundleModules(source: string, target: string): Promise<void> {
  const modules = (await readdir(source)).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  await build({
    entryPoints: modules.map((name) => join(source, name)),
    outdir: target,
    chunkNames: "shared/[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "neutral",
    packages: "external",
    sourcemap: true,
    logLevel: "error",
  });
}
