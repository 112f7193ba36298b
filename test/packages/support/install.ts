import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runWell } from "./run.ts";

/** Options with which npm does not ask questions and prints only messages about the packages. */
const flags = ["--no-audit", "--no-fund", "--loglevel=error"];

/** Makes a folder an empty project and installs packages: files made by `npm pack`, or names of the registry. */
export async function installInto(folder: string, packages: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const manifest = { name: "consumer", version: "1.0.0", private: true, type: "module" };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  await runWell(folder, "npm", ["install", ...flags, ...packages]);
}

/** Packs packages. Returns the paths of the files, in the same order. */
export async function packInto(folders: readonly string[], into: string): Promise<string[]> {
  mkdirSync(into, { recursive: true });
  const args = [
    "pack",
    "--json",
    ...flags,
    "--pack-destination",
    into,
    ...folders.map(writeAsFolder),
  ];
  const packed = JSON.parse(await runWell(into, "npm", args)) as readonly { filename: string }[];
  return packed.map(({ filename }) => join(into, filename));
}

/** The names of all packages that are installed in a folder, at any depth. */
export function listInstalledPackages(folder: string): string[] {
  const root = join(folder, "node_modules");
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => /(?:^|node_modules\/)(?:@[^/]+\/)?[^@./][^/]*\/package\.json$/.test(path))
    .map((path) => path.slice(0, -"/package.json".length));
}

/** Makes a path that npm does not confuse with the name of a package. */
function writeAsFolder(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}
