import { readFile } from "node:fs/promises";
import {
  downloadPackage,
  findRegistryEntry,
} from "../../packages/specwright/src/commands/packages/published-package.ts";
import { readTarball } from "../../packages/specwright/src/commands/packages/read-tarball.ts";
import {
  compareDeclarations,
  listDifferentFiles,
} from "../../packages/specwright/src/commands/release/compare-declarations.ts";
import { raiseVersion } from "../../packages/specwright/src/commands/release/next-version.ts";
import { compareVersions } from "../../packages/specwright/src/text/compare-versions.ts";
import { Failure } from "../support/failure.ts";
import { root } from "../support/paths.ts";

/** One of our packed packages, compared with the registry. */
export interface OwnPackage {
  readonly name: string;
  readonly version: string;
  /** The path of the packed file. */
  readonly file: string;
  /** The version that the registry calls `latest`. Absent when the package was never published. */
  readonly last?: string;
  /** True when the registry has this version, with these files. */
  readonly isPublished: boolean;
}

/**
 * Compares a packed package with the registry. People choose its version, and the declarations say how far it has to be
 * from the last one.
 *
 * @throws Failure when the version is published with other files, or is too near to the last one
 */
export async function compareOwnPackage(
  name: string,
  version: string,
  file: string,
): Promise<OwnPackage> {
  const entry = findRegistryEntry(name, root);
  if (entry === undefined) {
    return { name, version, file, isPublished: false };
  }
  const files = readTarball(await readFile(file));
  const last = entry.latest;
  if (entry.versions.includes(version)) {
    const published = downloadPackage(`${name}@${version}`, root).files;
    const different = listDifferentFiles(published, files);
    if (different.length > 0) {
      throw new Failure(
        `${name}@${version} was published before, with other files: ${different.slice(0, 5).join(", ")}. A version never changes.\nGive all packages the next version.`,
      );
    }
    return { name, version, file, last, isPublished: true };
  }
  const declarations = compareDeclarations(downloadPackage(`${name}@${last}`, root).files, files);
  const isBreaking = declarations.some(({ removed }) => removed.length > 0);
  const bump = isBreaking ? "major" : declarations.length > 0 ? "minor" : "patch";
  const needed = raiseVersion(last, bump);
  if (compareVersions(version, needed) < 0) {
    const [first] = declarations;
    throw new Failure(
      `${name} has the version ${version}, and after ${last} its declarations need ${needed}${first === undefined ? "" : `: ${first.path} differs`}.\nGive all packages this version.`,
    );
  }
  return { name, version, file, last, isPublished: false };
}
