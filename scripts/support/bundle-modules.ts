import { build } from "esbuild";
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
