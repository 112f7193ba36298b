import { spawn } from "node:child_process";
import { collect } from "./collect.ts";
import { resolveInRoot, root } from "./paths.ts";

/** The findings of publint and attw in a package that `npm pack` packed; an empty list when both find nothing. */
export async function lintPackage(file: string): Promise<string> {
  const found = await Promise.all([
    runJudge("node_modules/publint/src/cli.js", ["run", file, "--strict"]),
    // Our packages and generated ones are ESM only, and need a module resolution that supports `exports`.
    runJudge("node_modules/@arethetypeswrong/cli/dist/index.js", [file, "--profile", "esm-only"]),
  ]);
  return found.join("");
}

/** Runs a tool. Returns its output if it found problems, else an empty string. */
async function runJudge(program: string, args: readonly string[]): Promise<string> {
  const { code, output } = await collect(
    spawn(process.execPath, [resolveInRoot(program), ...args], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NODE_OPTIONS: "", FORCE_COLOR: "0" },
    }),
  );
  return code === 0 ? "" : output;
}
