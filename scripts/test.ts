import { spawn } from "node:child_process";
import { inRoot, root } from "./support/paths.ts";

// `--long` runs the longer suites (*.long.test.ts) instead of the others.
const isLong = process.argv.includes("--long");
const given = process.argv.slice(2).filter((argument) => argument !== "--long");

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
