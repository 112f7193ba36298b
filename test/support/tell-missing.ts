import { missing } from "./needs.ts";

/** Tells once a run, before the first test, what will be skipped: each file of tests is a process of its own. */
export function setup(): void {
  for (const line of missing()) {
    process.stderr.write(`${line}\n`);
  }
}
