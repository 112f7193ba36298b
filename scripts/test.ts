import { spawn } from "node:child_process";
import { main } from "./support/failure.ts";
import { inRoot, root } from "./support/paths.ts";
import { runCommand } from "./support/run.ts";
import { createTasks } from "./support/tasks.ts";

// `--long` runs the longer suites (*.long.test.ts) instead of the others.
const isLong = process.argv.includes("--long");
const given = process.argv.slice(2).filter((argument) => argument !== "--long");

// What init writes is compiled against the packages as they are published, which a new clone does not have yet.
await main(async () => {
  await createTasks().run("Build the packages", () =>
    runCommand(process.execPath, ["--conditions=source", "scripts/run.js", "build"]),
  );
});
if (process.exitCode !== undefined && process.exitCode !== 0) {
  process.exit();
}

// Vitest runs as a process of its own, with the Node that runs this one and the condition that finds our sources.
const child = spawn(process.execPath, [inRoot("node_modules/vitest/vitest.mjs"), "run", ...given], {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    ...(isLong && { LONG_TESTS: "1" }),
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --conditions=source`.trim(),
  },
});
child.once("close", (code) => {
  process.exitCode = code ?? 1;
});
