import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { Failure, main } from "../support/failure.ts";
import { generatePackages } from "../support/generate.ts";
import { lintPackage } from "../support/lint-package.ts";
import { resolveInRoot } from "../support/paths.ts";
import { findRepositoryAddress } from "../support/published-readme.ts";
import { runCommand } from "../support/run.ts";
import {
  type PublishedManifest,
  publishedFolders,
  readManifest,
  stagePackages,
} from "../support/stage-packages.ts";
import { createTasks } from "../support/tasks.ts";

// `npm run release` builds, checks, packs and publishes specwright's packages and the packages generated from our
// document. With `-- --dry-run` it does not publish.
await main(async () => {
  const isDry = process.argv.includes("--dry-run");
  const tasks = createTasks();
  const manifests = await Promise.all(
    publishedFolders.map((folder) => readManifest(resolveInRoot(folder))),
  );
  const version = await tasks.run(
    "Check the versions",
    async () => readCommonVersion(manifests),
    (found) => found,
  );
  if (!isDry) {
    await tasks.run("Check the record of generated files", () => requireRecord(version));
  }
  await tasks.run("Build the packages", () =>
    runCommand(process.execPath, ["-C", "source", "scripts/run.js", "build"]),
  );
  const repository = await tasks.run(
    "Find the repository that READMEs lead to",
    () => findRepository(isDry),
    (found) => found ?? "unknown, so links stay as they are",
  );
  const files = await tasks.run(
    "Pack them",
    () => packAll(repository),
    (found) => `${found.length} files`,
  );
  await tasks.run("Lint them with publint and attw", async () => {
    const found = await Promise.all(files.map(lintPackage));
    if (found.some((text) => text !== "")) {
      throw new Failure(found.join(""));
    }
  });
  if (!isDry) {
    for (const file of files) {
      await tasks.run(`Publish ${file}`, () =>
        runCommand("npm", ["publish", file, "--access", "public"]),
      );
    }
  }
  const names = files.map((file) => `  ${basename(file)}\n`).join("");
  console.error(`\n${isDry ? "This would be published" : "Published"}:\n${names}`);
});

/** All packages have the same version, and depend on each other in exactly this version. */
function readCommonVersion(manifests: readonly PublishedManifest[]): string {
  const version = manifests[0]?.version ?? "";
  const ours = new Set(manifests.map(({ name }) => name));
  const wrong = manifests.flatMap(({ name, version: own, dependencies = {} }) => [
    ...(own === version ? [] : [`${name} has the version ${own} instead of ${version}`]),
    ...Object.entries(dependencies)
      .filter(([other, range]) => ours.has(other) && range !== version)
      .map(([other, range]) => `${name} asks for ${other} ${range} instead of ${version}`),
  ]);
  if (wrong.length > 0) {
    throw new Failure(`${wrong.join("\n")}\nGive all packages one version.`);
  }
  return version;
}

/** The next version is compared with the output of this one, so its output has to be recorded. */
async function requireRecord(version: string): Promise<void> {
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
 */
async function findRepository(isDry: boolean): Promise<string | undefined> {
  const remote = await runCommand("git", ["remote", "get-url", "origin"]).catch(() => "");
  const address = findRepositoryAddress(remote);
  if (address === undefined && !isDry) {
    throw new Failure(
      "The READMEs link to pages of the repository, and its address is not known.\nRun: git remote add origin <url>.",
    );
  }
  return address;
}

/** Packs all packages. Returns them in the order of publishing: each after its dependencies. */
async function packAll(repository: string | undefined): Promise<string[]> {
  const folder = resolveInRoot(".cache/release");
  const staged = [
    ...(await stagePackages(join(folder, "staged"), repository)),
    ...(await generatePackages(join(folder, "generated"))),
  ];
  const packed = join(folder, "packed");
  await rm(packed, { recursive: true, force: true });
  await mkdir(packed, { recursive: true });
  const files: string[] = [];
  for (const path of staged) {
    const before = new Set(await readdir(packed));
    await runCommand("npm", ["pack", "--pack-destination", packed, `${path}/`]);
    const made = (await readdir(packed)).filter((name) => !before.has(name));
    files.push(...made.map((name) => join(packed, name)));
  }
  return files;
}
