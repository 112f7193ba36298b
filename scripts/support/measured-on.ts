import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import { root } from "./paths.ts";

/** The circumstances of a measurement, for reports. */
export interface MeasuredOn {
  /** Year, month and day, UTC. */
  readonly date: string;
  /** The commit, with `+` when files differed from it. */
  readonly commit: string;
  /** Node's version and the machine. */
  readonly machine: string;
}

/** The circumstances now. Changes of files in `docs/` do not count as differences from the commit. */
export function describeCircumstances(): MeasuredOn {
  const date = new Date().toISOString().slice(0, 10);
  return { date, commit: readCurrentCommit(), machine: describeMachine() };
}

function readCurrentCommit(): string {
  const readGit = (...words: readonly string[]): string =>
    execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
  const changed = readGit("status", "--porcelain", "--", ".", ":!docs");
  return `${readGit("rev-parse", "--short=10", "HEAD")}${changed === "" ? "" : "+"}`;
}

function describeMachine(): string {
  const [cpu] = cpus();
  return `Node ${process.versions.node}, ${cpus().length} cores (${cpu?.model ?? "unknown"})`;
}
