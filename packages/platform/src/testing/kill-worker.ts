import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";

const resolveHere = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);

/**
 * Starts a worker in a separate process, and waits until it has begun a job of the kind `kill`. Its handler writes "began" and
 * does what `then` says, which is source code.
 */
export async function startWorkerProcess(
  url: string,
  then = "await new Promise(() => {});",
): Promise<ChildProcessByStdio<null, Readable, null>> {
  const script = `
    const { openDatabase } = await import(${resolveHere("../base/db/opening/open-database.ts")});
    const { startWorker } = await import(${resolveHere("../base/jobs/worker.ts")});
    const database = await openDatabase({ kind: "postgres", url: ${JSON.stringify(url)}, poolSize: 3 });
    await startWorker({ database, kinds: { kill: { run: async () => {
      process.stdout.write("began");
      ${then}
    } } } });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return child;
}

/** Starts a worker in a separate process, and kills it once it has begun a job of the kind `kill`. */
export async function killWorkerAtWork(url: string): Promise<void> {
  const doomed = await startWorkerProcess(url);
  doomed.kill("SIGKILL");
  await once(doomed, "exit");
}
