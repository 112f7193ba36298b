import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type FloodOptions, startFlood } from "./floods.ts";

/** A flood that runs in a process of its own. */
export interface FloodProcess {
  /** Ends it, and resolves to the number of connections that it had opened and that the service had closed. */
  stop(): Promise<{ readonly opened: number; readonly closed: number }>;
}

/** Starts a flood in a process of its own, and resolves when each of its connections has been opened once. */
export async function startFloodProcess(options: FloodOptions): Promise<FloodProcess> {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(options)], {
    execArgv: ["-C", "source"],
  });
  const receive = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      child.once("message", resolve);
      child.once("exit", (code) => reject(new Error(`The flood ended with ${code}.`)));
    });
  await receive();
  return {
    stop: async () => {
      const counts = receive();
      child.send("stop");
      // The process below sends these counts.
      return (await counts) as { readonly opened: number; readonly closed: number };
    },
  };
}

/** The process of a flood. */
async function runFlood(options: FloodOptions): Promise<void> {
  const flood = startFlood(options);
  await flood.begun;
  process.send?.("begun");
  process.once("message", () => {
    process.send?.(flood.counts(), () => process.exit());
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // `startFloodProcess` wrote it.
  await runFlood(JSON.parse(process.argv[2] ?? "{}") as FloodOptions);
}
