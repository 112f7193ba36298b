import { fork } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { wasmFlags } from "./limit-wasm-compiler.ts";

/**
 * Makes an empty PostgreSQL cluster in `folder`, unless it has one. Initialisation is two seconds of work for one
 * processor and most of a first start, so it runs beside the rest of a start, in a process of its own, because a thread
 * would leave its memory with this one, some 150 MB. It is made in another folder and renamed, so that a start that is
 * killed leaves no half of a cluster behind.
 *
 * The directory above `folder` has to be locked for this process.
 */
export async function initializeCluster(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // PGlite opens a folder that is not empty, or says what is wrong with it.
  if (readdirSync(folder).length > 0) {
    return;
  }
  const prefix = `${basename(folder)}.new`;
  for (const name of readdirSync(dirname(folder)).filter((each) => each.startsWith(prefix))) {
    rmSync(join(dirname(folder), name), { recursive: true, force: true });
  }
  // A name of its own, because the process of a killed start may still be running.
  const fresh = mkdtempSync(join(dirname(folder), `${prefix}-`));
  await runInitialization(fresh);
  rmSync(folder, { recursive: true });
  renameSync(fresh, folder);
}

function runInitialization(folder: string): Promise<void> {
  const program = fileURLToPath(new URL("./initialize-cluster-process.ts", import.meta.url));
  return new Promise((resolve, reject) => {
    let failure: Error | undefined;
    const child = fork(program, [folder], {
      execArgv: [...wasmFlags],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    // The program sends nothing but what it failed with, as far as a message can carry it.
    child.once("message", (reported: NodeJS.ErrnoException) => {
      failure = Object.assign(new Error(reported.message), reported);
    });
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) {
        resolve();
      } else {
        reject(failure ?? new Error("The embedded database could not be initialised."));
      }
    });
  });
}
