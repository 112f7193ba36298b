import { basename, resolve } from "node:path";
import { build, type Plugin } from "esbuild";
import { precompileTemplates } from "./precompile-templates.ts";

/** The entries of a package. */
export interface Bundle {
  /** The modules that are imported, absolute. */
  readonly entries: readonly string[];
  /** The folder of the sources. The output has the same layout. */
  readonly source: string;
  readonly target: string;
  /** `neutral` for modules that run in browsers too. */
  readonly platform: "node" | "neutral";
  /**
   * True when entries share files for code that several of them import or that is imported later, so that each class
   * exists once. False when every entry is a single file with everything that it needs.
   */
  readonly isShared: boolean;
  /** True when the package has its sources, so that source maps do not have to contain them. */
  readonly hasSources: boolean;
}

/**
 * Makes one JavaScript file of each entry with all that it imports from its package, with source maps. Other packages stay
 * imports.
 *
 * Node spends about 0.4 ms on finding, reading and linking a module, which was a tenth of the time of importing a server.
 */
export async function bundleModules(options: Bundle): Promise<void> {
  const { entries, source, target, platform, isShared, hasSources } = options;
  await build({
    entryPoints: [...entries],
    outbase: source,
    outdir: target,
    chunkNames: "shared/[hash]",
    bundle: true,
    splitting: isShared,
    format: "esm",
    platform,
    packages: "external",
    plugins: [precompileTemplates],
    sourcemap: true,
    sourcesContent: !hasSources,
    logLevel: "error",
  });
}

/**
 * Makes one CommonJS file of a command line with all that it imports from our packages. `cli/compiled/load-program.ts`
 * of specwright loads it with compiled functions, which Node does not offer for modules.
 *
 * @param apart A source that becomes a file of its own beside the program, because Node has to load it in the usual way.
 */
export async function bundleProgram({
  entry,
  apart,
  folder,
}: {
  readonly entry: string;
  readonly apart: string;
  readonly folder: string;
}): Promise<void> {
  const name = basename(apart, ".ts");
  const keepApart: Plugin = {
    name: "keep-apart",
    setup: ({ onResolve }) => {
      onResolve({ filter: /\.ts$/ }, ({ path, resolveDir, kind }) =>
        kind !== "entry-point" && resolve(resolveDir, path) === apart
          ? { path: `./${name}.cjs`, external: true }
          : undefined,
      );
    },
  };
  await build({
    entryPoints: { index: entry, [name]: apart },
    outdir: folder,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    format: "cjs",
    platform: "node",
    // The runtime has no CommonJS, so it is not left as an import.
    external: ["commander"],
    define: { "import.meta.url": "moduleUrl" },
    // Modules are strict, so the file has to be.
    banner: {
      js: '"use strict"; const moduleUrl = require("node:url").pathToFileURL(__filename).href;',
    },
    plugins: [precompileTemplates, keepApart],
    sourcemap: true,
    logLevel: "error",
  });
}
