import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../support/failure.ts";
import { resolveInRoot } from "../support/paths.ts";
import { findRepositoryAddress } from "../support/published-readme.ts";
import { runCommand } from "../support/run.ts";
import {
  type PublishedManifest,
  publishedFolders,
  readManifest,
  stagePackages,
} from "../support/stage-packages.ts";

/**
 * The version of our packages.
 *
 * @throws Failure when they have several versions, or depend on each other in another one
 */
export async function readCommonVersion(): Promise<string> {
  const manifests = await Promise.all(
    publishedFolders.map((folder) => readManifest(resolveInRoot(folder))),
  );
  const version = manifests[0]?.version ?? "";
  const wrong = listWrongVersions(manifests, version);
  if (wrong.length > 0) {
    throw new Failure(`${wrong.join("\n")}\nGive all packages one version.`);
  }
  return version;
}

function listWrongVersions(
  manifests: readonly PublishedManifest[],
  version: string,
): readonly string[] {
  const ours = new Set(manifests.map(({ name }) => name));
  return manifests.flatMap(({ name, version: own, dependencies = {} }) => [
    ...(own === version ? [] : [`${name} has the version ${own} instead of ${version}`]),
    ...Object.entries(dependencies)
      .filter(([other, range]) => ours.has(other) && range !== version)
      .map(([other, range]) => `${name} asks for ${other} ${range} instead of ${version}`),
  ]);
}

/**
 * Requires the record of the output of this version, with which the next version is compared.
 *
 * @throws Failure when the record is that of another version
 */
export async function requireRecord(version: string): Promise<void> {
  // Written by test/released-output/programs/record-output.ts.
  const { release } = JSON.parse(
    await readFile(resolveInRoot("test/released-output/recorded.json"), "utf8"),
  ) as { readonly release: string };
  if (release !== version) {
    throw new Failure(
      `The recorded output of specwright is that of ${release} instead of ${version}.\nRun: node -C source test/released-output/programs/record-output.ts ${version}. Give "Unreleased" in packages/specwright/CHANGELOG.md the version, and commit both.`,
    );
  }
}

/**
 * Finds the web address of the repository. The links of READMEs lead there, because packages do not contain the linked
 * pages.
 *
 * @throws Failure when it is not known, unless the run is dry
 */
export async function findRepository(isDry: boolean): Promise<string | undefined> {
  const remote = await runCommand("git", ["remote", "get-url", "origin"]).catch(() => "");
  const address = findRepositoryAddress(remote);
  if (address === undefined && !isDry) {
    throw new Failure(
      "The READMEs link to pages of the repository, and its address is not known.\nRun: git remote add origin <url>.",
    );
  }
  return address;
}

/** Packs our packages. Returns the names and the files in the order of publishing: each after its dependencies. */
export async function packAll(
  repository: string | undefined,
): Promise<readonly { readonly name: string; readonly file: string }[]> {
  const folder = resolveInRoot(".cache/release");
  const packed = join(folder, "packed");
  await rm(packed, { recursive: true, force: true });
  await mkdir(packed, { recursive: true });
  const files: { name: string; file: string }[] = [];
  for (const path of await stagePackages(join(folder, "staged"), repository)) {
    const before = new Set(await readdir(packed));
    await runCommand("npm", ["pack", "--pack-destination", packed, `${path}/`]);
    const made = (await readdir(packed)).filter((name) => !before.has(name));
    const { name } = await readManifest(path);
    files.push(...made.map((file) => ({ name, file: join(packed, file) })));
  }
  return files;
}
