import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { runWell } from "./run.ts";

/**
 * Options with which npm does not ask questions, prints only messages about the packages, and uses its cache
 * without asking the registry.
 */
const flags = ["--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline"];

/** Makes a folder an empty project and installs packages: files made by `npm pack`, or names of the registry. */
export async function installInto(folder: string, packages: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const manifest = { name: "consumer", version: "1.0.0", private: true, type: "module" };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  await runWell(folder, "npm", ["install", ...flags, ...packages]);
}

/**
 * Installs packages of the registry below `.cache`, once per checkout, also when several files of tests need them at the
 * same time. Their scripts do not run.
 *
 * @param manifest More members of `package.json`.
 * @returns the folder
 */
export async function installOnce(
  name: string,
  packages: readonly string[],
  manifest: object = {},
): Promise<string> {
  const folder = resolveInRoot(`.cache/${name}`);
  const lock = `${folder}.lock`;
  const isComplete = (): boolean => existsSync(join(folder, "complete"));
  while (!(isComplete() || takeLock(lock))) {
    // Only how often it looks.
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  if (!isComplete()) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, ...manifest }));
    await runWell(folder, "npm", ["install", ...flags, "--ignore-scripts", ...packages]);
    writeFileSync(join(folder, "complete"), "");
  }
  rmSync(lock, { recursive: true, force: true });
  return folder;
}

/** Returns whether the lock is this process's now. One that is older than five minutes was left by a killed process. */
function takeLock(lock: string): boolean {
  const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (since !== undefined && Date.now() - since > 300_000) {
    rmSync(lock, { recursive: true, force: true });
  }
  try {
    mkdirSync(dirname(lock), { recursive: true });
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
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
