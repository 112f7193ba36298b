import { lintDocument } from "../support/document.ts";
import { main } from "../support/failure.ts";
import { generateAll } from "../support/generate.ts";
import { resolveInRoot } from "../support/paths.ts";
import { runCommand } from "../support/run.ts";
import { createTasks } from "../support/tasks.ts";

await main(async () => {
  const tasks = createTasks();
  await tasks.run("Format and lint the code", () =>
    runCommand(resolveInRoot("node_modules/.bin/biome"), ["check", "--error-on-warnings", "."]),
  );
  for (const [title, ...flags] of [
    ["Look for code and dependencies that nothing uses"],
    ["Look for code that only tests use", "--production"],
  ] as const) {
    await tasks.run(title, () =>
      runCommand(resolveInRoot("node_modules/.bin/knip"), ["--no-progress", ...flags]),
    );
  }
  for (const [title, project] of [
    ["Check the types", "tsconfig.json"],
    ["Check the types of the console, which runs in browsers", "packages/console/tsconfig.json"],
  ] as const) {
    await tasks.run(title, () =>
      runCommand(process.execPath, [
        resolveInRoot("node_modules/typescript/bin/tsc"),
        "-p",
        project,
      ]),
    );
  }
  await tasks.run(
    "Lint the document",
    () => lintDocument(),
    (note) => note,
  );
  await tasks.run(
    "Compare generated/ with the document",
    () => generateAll({ check: true }),
    (results) => results.join(", "),
  );
  console.error('\nAll is well. "npm test" runs the tests.');
});
