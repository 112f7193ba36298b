import { spawn } from "node:child_process";
import { inRoot, root } from "./support/paths.ts";

// Vitest runs as a process of its own, with the Node that runs this one and the condition that finds our sources.
const child = spawn(
  process.execPath,
  [inRoot("node_modules/vitest/vitest.mjs"), "run", ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --conditions=source`.trim(),
    },
  },
);
child.once("close", (code) => {
  process.exitCode = code ?? 1;
});
