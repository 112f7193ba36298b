import { spawn } from "node:child_process";
import { once } from "node:events";

const resolveHere = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);

/** Starts a worker in a separate process, and kills it once it has begun a job of the kind `kill`. */
export async function killWorkerAtWork(url: string): Promise<void> {
  const script = `
    const { openDatabase } = await import(${resolveHere("../db/opening/open-database.ts")});
    const { startWorker } = await import(${resolveHere("../jobs/worker.ts")});
    const database = await openDatabase({ kind: "postgres", url: ${JSON.stringify(url)}, poolSize: 3 });
    await startWorker({ database, kinds: { kill: { run: async () => {
      process.stdout.write("began");
      await new Promise(() => {});
    } } } });`;
  const doomed = spawn(process.execPath, ["--input-type=module", "-e", script]);
  await once(doomed.stdout, "data");
  doomed.kill("SIGKILL");
  await once(doomed, "exit");
}
