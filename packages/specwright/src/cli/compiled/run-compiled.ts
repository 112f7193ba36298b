import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type * as cli from "../index.ts";
import { resetYoungGeneration } from "../young-generation.ts";
import { findCodeFolder } from "./code-folder.ts";
import { type LoadedProgram, loadProgram } from "./load-program.ts";

/** The exports of the command line. */
type Cli = Pick<typeof cli, "runCli">;

/**
 * Runs the command line of the published package, which is one file, with the compiled functions of an earlier run
 * (ADR 40). See `runCli` of `cli/index.ts` for the arguments and the exit code.
 */
export async function runCli(args: readonly string[]): Promise<number> {
  const path = fileURLToPath(new URL("../index.cjs", import.meta.url));
  const program = load(path, args);
  const code = await program.exports.runCli(args);
  if (code === 0) {
    // V8 refuses code that was stored under other flags than it has now.
    resetYoungGeneration();
    program.keep();
  }
  return code;
}

function load(path: string, [command = ""]: readonly string[]): LoadedProgram<Cli> {
  const folder = findCodeFolder();
  if (folder === undefined) {
    // The file is CommonJS, with the exports of `cli/index.ts`.
    return { exports: createRequire(import.meta.url)(path) as Cli, keep: () => {} };
  }
  // Commands have code of their own, so that none has to load what only others use.
  return loadProgram<Cli>({ path, folder, name: /^[a-z]+$/.test(command) ? command : "other" });
}
