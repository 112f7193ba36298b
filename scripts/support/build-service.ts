import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { constants, zstdCompressSync } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import { build } from "esbuild";
import { buildConsole } from "../../packages/console/build/build-console.ts";
import { programs } from "../../packages/platform/src/base/package-files.ts";
import { resolveInRoot } from "./paths.ts";
import { precompileTemplates } from "./precompile-templates.ts";

/** The part of the service's `package.json` that is used here. */
export interface ServiceManifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** `package.json` of the package of the service. */
export interface PackedManifest extends ServiceManifest {
  readonly name: string;
  readonly type: "module";
  readonly bin: Readonly<Record<string, string>>;
}

/** Where `npm run build` puts the package of the service. */
export const servicePackage: string = resolveInRoot("packages/platform/dist");

/** Files and folders of the repository, by their places in the package. */
const files: Readonly<Record<string, string>> = {
  bin: "packages/platform/bin",
  toolkits: "packages/platform/toolkits",
  "sql/schema": "packages/platform/src/base/db/schema",
  "sql/functions": "packages/platform/src/base/db/functions",
  console: "packages/console/dist",
  "errors.yaml": "spec/errors.yaml",
  "README.md": "packages/platform/README.md",
  LICENSE: "LICENSE",
};

/**
 * Makes a package of the service, for `npm pack` and `npm publish`: its code as JavaScript in some files that share code,
 * and what it reads. Our own packages and `generated/` are part of the code, so it depends on packages of others alone.
 *
 * Node spends about 0.4 ms on finding, reading and linking a module, and stripping types takes as long again.
 *
 * @param target the folder, which is emptied first
 */
export async function buildService(target: string = servicePackage): Promise<void> {
  await rm(target, { recursive: true, force: true });
  const source = resolveInRoot("packages/platform/src");
  const manifest = await readServiceManifest();
  await buildConsole();
  await build({
    entryPoints: {
      main: `${source}/process/cli/main.ts`,
      "keep-compiled-code": resolveInRoot(
        "packages/specwright/src/cli/compile-cache/keep-compiled-code.ts",
      ),
      ...Object.fromEntries(programs.map((path) => [basename(path), `${source}/${path}.ts`])),
    },
    outdir: target,
    // All in one folder, where package-files.ts finds the rest.
    chunkNames: "shared-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node24",
    conditions: ["source"],
    external: Object.keys(manifest.dependencies).flatMap((name) => [name, `${name}/*`]),
    plugins: [precompileTemplates],
    sourcemap: true,
    sourcesContent: false,
    logLevel: "error",
  });
  for (const [place, path] of Object.entries(files)) {
    await cp(resolveInRoot(path), join(target, place), { recursive: true });
  }
  await writeFile(join(target, "cluster.tar.zst"), await packCluster());
  await writeFile(join(target, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/**
 * A new cluster of the embedded database, which PGlite takes seconds to initialise. It has no secret and nothing of this machine: no
 * schema, no rows, and a superuser without a password whom only the process itself can be.
 */
async function packCluster(): Promise<Uint8Array> {
  const pglite = await PGlite.create();
  try {
    const archive = await pglite.dumpDataDir("none");
    const level = { [constants.ZSTD_c_compressionLevel]: 19 };
    return zstdCompressSync(new Uint8Array(await archive.arrayBuffer()), { params: level });
  } finally {
    await pglite.close();
  }
}

/** The manifest of the package of the service. */
export async function readServiceManifest(): Promise<PackedManifest> {
  const text = await readFile(resolveInRoot("packages/platform/package.json"), "utf8");
  // Ours, which the test of the package installs.
  const { version, description, license, engines, dependencies } = JSON.parse(
    text,
  ) as ServiceManifest;
  const isOwn = (name: string): boolean => /^(?:specwright$|@specwright\/)/.test(name);
  return {
    name: "integration-platform",
    version,
    description,
    license,
    type: "module",
    bin: { "integration-platform": "bin/platform.js", platform: "bin/platform.js" },
    engines,
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(([name]) => !isOwn(name))),
  };
}
