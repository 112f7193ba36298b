import { fork } from "node:child_process";
import { mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { locateProgram } from "../../package-files.ts";
import { wasmFlags } from "./limit-wasm-compiler.ts";
import { makeFolder } from "./make-folder.ts";

/**
 * Makes an empty PostgreSQL cluster in `folder`, unless it has one. Initialisation takes one processor two seconds
 * and is most of a first start, so it runs beside the rest of the start. It runs in a process and not in a thread,
 * because a thread would leave its memory (some 150 MB) with this process. The cluster is made in another folder and
 * then renamed: a start that is killed does not leave half a cluster behind.
 *
 * The caller holds the lock of the directory above `folder`.
 */
export async function initializeCluster(folder: string): Promise<void> {
  await makeFolder(folder);
  // The folder has files. PGlite opens it, or reports the problem with it.
  if (readdirSync(folder).length > 0) {
    return;
  }
  const prefix = `${basename(folder)}.new`;
  for (const name of readdirSync(dirname(folder)).filter((each) => each.startsWith(prefix))) {
    rmSync(join(dirname(folder), name), { recursive: true, force: true });
  }
  // A new name each time, because the process of a killed start may still be running.
  const fresh = mkdtempSync(join(dirname(folder), `${prefix}-`));
  await runInitialization(fresh);
  rmSync(folder, { recursive: true });
  renameSync(fresh, folder);
}

function runInitialization(folder: string): Promise<void> {
  const program = locateProgram("base/db/opening/initialize-cluster-process");
  return new Promise((resolve, reject) => {
    let failure: Error | undefined;
    const child = fork(program, [folder], {
      execArgv: [...wasmFlags],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    // The process sends one message at most: the error with which it failed, as far as a message can carry it.
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
