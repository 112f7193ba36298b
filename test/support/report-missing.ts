import { listMissingNeeds } from "./needs.ts";

/**
 * Lists the missing things, whose tests are skipped. It runs once, before the first test, because each test file is a
 * process of its own.
 */
export function setup(): void {
  for (const line of listMissingNeeds()) {
    process.stderr.write(`${line}\n`);
  }
}
