import { missing } from "./needs.ts";

/** Lists what is missing and therefore skipped, once a run and before the first test: each test file runs in its own process. */
export function setup(): void {
  for (const line of missing()) {
    process.stderr.write(`${line}\n`);
  }
}
