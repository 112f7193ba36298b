import { spawn } from "node:child_process";
import { once } from "node:events";
import { basename } from "node:path";
import {
  requireCleanTree,
  tagRelease,
} from "../../packages/specwright/src/commands/release/git.ts";
import { offersIdentity } from "../../packages/specwright/src/commands/release/publishing/publish-package.ts";
import { compareOwnPackage } from "../release/own-packages.ts";
import {
  findRepository,
  packAll,
  readCommonVersion,
  requireRecord,
} from "../release/pack-packages.ts";
import { sbomSubjects, writeSbom } from "../release/write-sbom.ts";
import { Failure, main } from "../support/failure.ts";
import { runAndReport } from "../support/generate.ts";
import { lintPackage } from "../support/lint-package.ts";
import { resolveInRoot, root } from "../support/paths.ts";
import { runCommand } from "../support/run.ts";
import { createTasks } from "../support/tasks.ts";

// `npm run release` releases specwright's packages, and then those of our document by `specwright release`. A release
// that stopped is continued by running it again. With `-- --dry-run` it prints both plans and publishes nothing.
await main(async () => {
  const isDry = process.argv.includes("--dry-run");
  const tasks = createTasks();
  const version = await tasks.run("Check the versions", readCommonVersion, (found) => found);
  if (!isDry) {
    await tasks.run("Check the record of generated files", () => requireRecord(version));
    await runAndReport(async () => requireCleanTree(root));
  }
  await tasks.run("Build the packages", () =>
    runCommand(process.execPath, ["-C", "source", "scripts/run.js", "build"]),
  );
  const repository = await tasks.run(
    "Find the repository that READMEs lead to",
    () => findRepository(isDry),
    (found) => found ?? "unknown, so links stay as they are",
  );
  const packed = await tasks.run(
    "Pack them",
    () => packAll(repository),
    (found) => `${found.length} files`,
  );
  await tasks.run(
    "Write what they bring along (CycloneDX)",
    () =>
      Promise.all(
        sbomSubjects.map((each) => writeSbom(each, resolveInRoot(".cache/release/packed"))),
      ),
    (files) => files.map((file) => basename(file)).join(", "),
  );
  await tasks.run("Lint them with publint and attw", async () => {
    const found = await Promise.all(packed.map(({ file }) => lintPackage(file)));
    if (found.some((text) => text !== "")) {
      throw new Failure(found.join(""));
    }
  });
  const packages = await tasks.run("Compare them with the registry", () =>
    runAndReport(() =>
      Promise.all(packed.map(({ name, file }) => compareOwnPackage(name, version, file))),
    ),
  );
  const provenance = offersIdentity(process.env) ? ["--provenance"] : [];
  for (const { name, file, last, isPublished } of packages) {
    if (isPublished) {
      console.error(`  ${name}  ${version} is published`);
    } else if (isDry) {
      console.error(`  ${name}  ${last ?? "not published"} → ${version}`);
    } else {
      await tasks.run(`Publish ${name}@${version}`, () =>
        runCommand("npm", ["publish", file, "--access", "public", ...provenance]),
      );
    }
  }
  if (!isDry) {
    const tags = packages.map(({ name }) => `${name}@${version}`);
    await runAndReport(
      async () => tagRelease(tags, root),
      `Published: ${tags.join(", ")}. \`npm run release\` continues from here.`,
    );
  }
  await releaseApi(isDry);
});

/** Generated packages depend on the runtime, which is published by now. */
async function releaseApi(isDry: boolean): Promise<void> {
  const bin = resolveInRoot("packages/specwright/bin/specwright.js");
  const args = ["-C", "source", bin, "release", "api", ...(isDry ? ["--dry-run"] : [])];
  const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit" });
  const [code] = await once(child, "close");
  if (code !== 0) {
    throw new Failure("The packages of the API were not released. The report above says why.");
  }
}
