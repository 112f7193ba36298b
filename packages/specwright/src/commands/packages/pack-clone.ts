import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { createDiagnosticError } from "../../diagnostic.ts";
import type { Clone } from "./find-clone.ts";
import { runNpm } from "./npm.ts";

/** A package of the repository. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly files: readonly string[];
}

const folders = ["packages/patterns", "packages/runtime", "templates", "packages/specwright"];

/**
 * Packs specwright and the packages that it needs, for projects that cannot get them from a registry. They are packed once for
 * each state of their files, below `.cache` of the clone.
 *
 * @returns the paths of the packed files, by the names of the packages
 * @throws DiagnosticError when npm cannot pack them
 */
export function packClone({ root }: Clone): ReadonlyMap<string, string> {
  const packages = folders.map((folder) => join(root, folder));
  const manifests = packages.map(readManifest);
  const target = join(root, ".cache/packed", hashPackages(packages, manifests));
  if (!existsSync(target)) {
    const temporary = makeFolder(join(root, ".cache/packed"));
    // With the slash, npm takes the path for one.
    const paths = packages.map((folder) => `${folder}/`);
    const { problem } = runNpm(
      ["pack", "--ignore-scripts", "--pack-destination", temporary, ...paths],
      root,
    );
    if (problem !== undefined) {
      rmSync(temporary, { recursive: true, force: true });
      throw createDiagnosticError({
        code: "not-packed",
        message: `npm cannot pack the packages of ${root}: ${problem.text}.`,
        fix: "Run `npm ci` and `npm run build` there, then the same command again.",
      });
    }
    takePlace(temporary, target);
  }
  return new Map(
    manifests.map(({ name, version }) => [
      name,
      join(target, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`),
    ]),
  );
}

function readManifest(folder: string): Manifest {
  // A manifest of this repository, which always has these members.
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

/** One hash of the bytes that are packed. */
function hashPackages(packages: readonly string[], manifests: readonly Manifest[]): string {
  const hash = createHash("sha256");
  for (const [index, folder] of packages.entries()) {
    for (const path of listFiles(folder, manifests[index]?.files ?? [])) {
      hash.update(`${path}\0`).update(readFileSync(join(folder, path)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

function listFiles(folder: string, names: readonly string[]): readonly string[] {
  return ["package.json", ...names.filter((name) => existsSync(join(folder, name)))].flatMap(
    (name) => {
      const inside = listFolder(join(folder, name));
      return inside === undefined ? [name] : inside.map((path) => join(name, path)).toSorted();
    },
  );
}

/** The files of a folder; undefined when the path is a file. */
function listFolder(path: string): readonly string[] | undefined {
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [join(entry.parentPath, entry.name).slice(path.length + 1)] : [],
    );
  } catch {
    return undefined;
  }
}

function makeFolder(parent: string): string {
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, "new-"));
}

/** Another command may have packed the same at the same time. */
function takePlace(temporary: string, target: string): void {
  try {
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(target)) {
      throw error;
    }
  }
}
