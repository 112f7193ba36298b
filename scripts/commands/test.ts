import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { main } from "../support/failure.ts";
import { inRoot, root } from "../support/paths.ts";
import { runCommand } from "../support/run.ts";
import { createTasks } from "../support/tasks.ts";

// `--long` runs the longer suites (*.long.test.ts) instead of the others.
const isLong = process.argv.includes("--long");
const given = process.argv.slice(2).filter((argument) => argument !== "--long");

// A project that init writes is compiled against the built runtime, which a new clone does not have yet.
await main(async () => {
  if (isBehind("packages/runtime")) {
    await createTasks().run("Build packages/runtime", () =>
      runCommand(process.execPath, ["--conditions=source", "scripts/run.js", "build", "runtime"]),
    );
  }
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
    // Compiled code is kept for the next process and the next run, as run.js does.
    NODE_COMPILE_CACHE: inRoot(".cache/node"),
    ...(isLong && { LONG_TESTS: "1" }),
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --conditions=source`.trim(),
  },
});
child.once("close", (code) => {
  process.exitCode = code ?? 1;
});

/** Returns whether a source of a package was changed, added or removed since the package was built. */
function isBehind(folder: string): boolean {
  const built = statSync(inRoot(`${folder}/dist`), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = readdirSync(inRoot(`${folder}/src`), { recursive: true, encoding: "utf8" });
  // Folders are among them: the time of a folder is that of the last file that came or went.
  return ["", ...sources].some((path) => statSync(inRoot(`${folder}/src/${path}`)).mtimeMs > built);
}
