import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { bundleModules, bundleProgram } from "../support/bundle-modules.ts";
import { Failure, main } from "../support/failure.ts";
import { resolveInRoot } from "../support/paths.ts";
import { runCommand } from "../support/run.ts";
import { createTasks } from "../support/tasks.ts";

/** Names of packages; all of them unless some are given. */
const chosen = process.argv.slice(2);

await main(async () => {
  const tasks = createTasks();
  const all = (await readdir(resolveInRoot("packages"))).filter((name) =>
    existsSync(resolveInRoot(`packages/${name}/tsconfig.build.json`)),
  );
  const unknown = chosen.find((name) => !all.includes(name));
  if (unknown !== undefined) {
    throw new Failure(
      `"${unknown}" is not a package with a build.\nChoose from ${all.join(", ")}, or none for all.`,
    );
  }
  const packages = all.filter((name) => chosen.length === 0 || chosen.includes(name));
  // The runtime comes first, because the others are compiled against its declarations.
  packages.sort((a, b) => Number(b === "runtime") - Number(a === "runtime"));
  for (const name of packages) {
    await tasks.run(`Build packages/${name}`, async () => {
      await rm(resolveInRoot(`packages/${name}/dist`), { recursive: true, force: true });
      await runCommand(process.execPath, [
        resolveInRoot("node_modules/typescript/bin/tsc"),
        "-p",
        `packages/${name}/tsconfig.build.json`,
      ]);
      const entries = await listEntries(name);
      if (entries.length > 0) {
        await bundleModules({
          entries,
          source: resolveInRoot(`packages/${name}/src`),
          target: resolveInRoot(`packages/${name}/dist`),
          platform: name === "runtime" ? "neutral" : "node",
          // A program may import several modules of the runtime, so they share code. Of specwright, it uses only the
          // function or only the command.
          isShared: name === "runtime",
          hasSources: name === "runtime",
        });
      }
      if (name === "specwright") {
        await bundleProgram({
          entry: resolveInRoot(`packages/${name}/src/cli/index.ts`),
          apart: resolveInRoot(`packages/${name}/src/commands/packages/import-module.ts`),
          folder: resolveInRoot(`packages/${name}/dist/cli`),
        });
      }
    });
  }
});

/** The entries of a package, if it is published as one file each; an empty list otherwise. */
async function listEntries(name: string): Promise<string[]> {
  const source = resolveInRoot(`packages/${name}/src`);
  switch (name) {
    case "runtime":
      return (await readdir(`${source}/v1`))
        .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
        .map((file) => `${source}/v1/${file}`);
    case "specwright":
      return ["index.ts", "text/nearest.ts", "cli/compiled/run-compiled.ts"].map(
        (file) => `${source}/${file}`,
      );
    default:
      return [];
  }
}
