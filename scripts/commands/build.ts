import { readdir, rm } from "node:fs/promises";
import { buildConsole } from "../../packages/console/build/build-console.ts";
import { buildService } from "../support/build-service.ts";
import { bundleModules } from "../support/bundle-modules.ts";
import { Failure, main } from "../support/failure.ts";
import { resolveInRoot } from "../support/paths.ts";
import { runCommand } from "../support/run.ts";
import { createTasks } from "../support/tasks.ts";

/** Names of packages; all of them unless some are given. */
const chosen = process.argv.slice(2);

await main(async () => {
  const tasks = createTasks();
  const all = await readdir(resolveInRoot("packages"));
  const unknown = chosen.find((name) => !all.includes(name));
  if (unknown !== undefined) {
    throw new Failure(
      `"${unknown}" is not a package with a build.\nChoose from ${all.join(", ")}, or none for all.`,
    );
  }
  const packages = all.filter((name) => chosen.length === 0 || chosen.includes(name));
  // The package of the service contains the console, so the console comes first. specwright comes last, because it is compiled against the declarations of the others.
  packages.sort((a, b) => Number(a === "specwright") - Number(b === "specwright"));
  for (const name of packages) {
    if (name === "console") {
      await tasks.run("Build packages/console", buildConsole, (note) => note);
      continue;
    }
    if (name === "platform") {
      await tasks.run("Build packages/platform", () => buildService());
      continue;
    }
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
          platform: name === "specwright" ? "node" : "neutral",
          // A program may import several modules of the runtime, so they share code. Of specwright, it uses only the
          // function or only the command.
          isShared: name === "runtime",
          hasSources: name !== "specwright",
        });
      }
    });
  }
});

/** The entries of a package, if it is published as one file each; an empty list otherwise. */
async function listEntries(name: string): Promise<string[]> {
  const source = resolveInRoot(`packages/${name}/src`);
  switch (name) {
    case "patterns":
      return [`${source}/index.ts`];
    case "runtime":
      return (await readdir(`${source}/v1`))
        .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
        .map((file) => `${source}/v1/${file}`);
    case "specwright":
      return [
        "index.ts",
        "authoring/target.ts",
        "authoring/target-parts.ts",
        "authoring/target-testing.ts",
        "text/nearest.ts",
        "cli/index.ts",
        "cli/compile-cache/keep-compiled-code.ts",
      ].map((file) => `${source}/${file}`);
    default:
      return [];
  }
}
