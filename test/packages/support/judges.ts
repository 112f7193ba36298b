import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { run } from "./run.ts";

/** A compiler and its way of resolving modules. */
export interface Compiler {
  readonly name: string;
  readonly path: string;
  readonly resolution: "nodenext" | "bundler" | "node10";
}

/**
 * TypeScript 7 and 5.9 (of the private workspace), each with `nodenext` and `bundler` resolution. TypeScript 5.9 also
 * with `node10`, which projects without a bundler still use and which ignores `exports`.
 */
export const compilers: readonly Compiler[] = (
  [
    ["7", "node_modules/typescript/bin/tsc", ["nodenext", "bundler"]],
    ["5.9", "test/peers/node_modules/typescript/bin/tsc", ["nodenext", "bundler", "node10"]],
  ] as const
).flatMap(([name, path, resolutions]) =>
  resolutions.map((resolution) => ({ name, path: resolveInRoot(path), resolution })),
);

const newest: Compiler = {
  name: "7",
  path: resolveInRoot("node_modules/typescript/bin/tsc"),
  resolution: "nodenext",
};

/**
 * Compiles files in a project, including the declarations of packages. Returns the compiler's messages; an empty string
 * means success.
 *
 * @param out The output folder. Default: files are not written.
 */
export async function compile(
  folder: string,
  files: readonly string[],
  { path, resolution }: Compiler = newest,
  out?: string,
): Promise<string> {
  const project = `tsconfig.${resolution}.json`;
  const compilerOptions = {
    target: "es2022",
    lib: ["es2023", "dom", "dom.iterable"],
    module: resolution === "nodenext" ? "nodenext" : "esnext",
    moduleResolution: resolution,
    // Zod's declarations need this when modules are treated as CommonJS.
    ...(resolution === "node10" && { allowSyntheticDefaultImports: true }),
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    ...(out === undefined ? { noEmit: true } : { outDir: out, rootDir: "." }),
  };
  await writeFile(join(folder, project), JSON.stringify({ compilerOptions, files }));
  const { code, output } = await run(folder, process.execPath, [
    path,
    "-p",
    project,
    "--pretty",
    "false",
  ]);
  return code === 0 ? "" : output;
}

/**
 * Bundles a module for browsers.
 *
 * @throws Error when a part of it cannot run in browsers, such as a module of Node.
 */
export async function bundleForBrowser(entry: string, outfile: string): Promise<string> {
  const { warnings } = await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    logLevel: "silent",
  });
  if (warnings.length > 0) {
    throw new Error(JSON.stringify(warnings));
  }
  return readFile(outfile, "utf8");
}
