import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";

/**
 * Makes an empty PostgreSQL cluster in `folder` where there is none. Initialisation is two seconds of work for one
 * processor and most of a first start, so it runs in a thread of its own, beside what else a start does. It is made in
 * another folder and renamed, so that a start that is killed leaves no half of a cluster behind.
 *
 * The directory above `folder` has to be locked for this process.
 */
export async function initializeCluster(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // What is not empty is left to PGlite, which opens it or says what is wrong with it.
  if (readdirSync(folder).length > 0) {
    return;
  }
  const fresh = join(dirname(folder), "postgres.new");
  rmSync(fresh, { recursive: true, force: true });
  await runInitialization(fresh);
  rmSync(folder, { recursive: true });
  renameSync(fresh, folder);
}

function runInitialization(folder: string): Promise<void> {
  const program = new URL("./initialize-cluster-thread.ts", import.meta.url);
  return new Promise((resolve, reject) => {
    const thread = new Worker(program, { workerData: folder });
    thread.once("error", reject);
    thread.once("exit", () => {
      if (existsSync(join(folder, "PG_VERSION"))) {
        resolve();
      } else {
        reject(new Error("The embedded database could not be initialised."));
      }
    });
  });
}
