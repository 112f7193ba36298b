import { fork } from "node:child_process";
import { resolveInRoot } from "../support/paths.ts";
import type { Scene } from "./attack.ts";

/** How the service answered another project meanwhile. Times are the 99th percentile in milliseconds. */
export interface Testimony {
  readonly list: number;
  readonly execution: number;
  readonly health: number;
  readonly requests: number;
  /** Requests that were not answered with 200. */
  readonly failures: number;
  /** The largest resident memory of the service and of its processes in MiB. */
  readonly memory: number;
}

interface Report {
  readonly times: Readonly<Record<string, readonly number[]>>;
  readonly failures: number;
}

/** Lets another project work until the returned function is called. */
export async function startWitness({ service, other }: Scene): Promise<() => Promise<Testimony>> {
  const child = fork(resolveInRoot("scripts/attack/programs/witness.ts"), [service.url, other.key]);
  const receive = (): Promise<unknown> => new Promise((resolve) => child.once("message", resolve));
  await receive();
  let memory = 0;
  const measuring = setInterval(() => {
    memory = Math.max(memory, service.readMemory() ?? 0);
  }, 100);
  return async () => {
    clearInterval(measuring);
    const reported = receive();
    child.send("stop");
    // The program sends a message of this form.
    const { times, failures } = (await reported) as Report;
    const readP99 = (name: string): number => {
      const all = (times[name] ?? []).toSorted((one, two) => one - two);
      return Math.round(all[Math.floor(all.length * 0.99)] ?? 0);
    };
    return {
      list: readP99("list"),
      execution: readP99("execution"),
      health: readP99("health"),
      requests: Object.values(times).reduce((sum, each) => sum + each.length, 0),
      failures,
      memory,
    };
  };
}
