import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { resolveInRoot, root } from "../support/paths.ts";
import type { Task } from "./parse-arguments.ts";
import { renderReport } from "./render-report.ts";

/** How a suite or a part of it ended. */
export interface SoakResult extends Task {
  readonly isPassed: boolean;
  /** Year, month and day, UTC. */
  readonly date: string;
  /** The commit, with `+` when files differed from it. */
  readonly commit: string;
  readonly minutes: number;
  /** Node's version and the machine. */
  readonly machine: string;
  /** The last line of progress that the suite reported for each topic. */
  readonly reported: readonly string[];
}

const data = resolveInRoot("docs/soak.json");
const report = resolveInRoot("docs/soak.md");

/** The last result of each part. */
export function readResults(): readonly SoakResult[] {
  try {
    // Written by `keepResult` only.
    return JSON.parse(readFileSync(data, "utf8")) as SoakResult[];
  } catch {
    // No suite has been run yet.
    return [];
  }
}

/** Stores a result, replacing the previous one of the same part, and writes the report. */
export function keepResult(result: SoakResult): void {
  const others = readResults().filter(
    ({ suite, part, of }) => suite !== result.suite || (of === result.of && part !== result.part),
  );
  const all = [...others, result].sort((left, right) =>
    left.suite < right.suite ? -1 : left.suite > right.suite ? 1 : left.part - right.part,
  );
  writeFileSync(data, `${JSON.stringify(all, undefined, 2)}\n`);
  writeFileSync(report, renderReport(all));
}

/** The commit that is checked out, with `+` when files differ from it, other than the results themselves. */
export function readCurrentCommit(): string {
  const readGit = (...words: readonly string[]): string =>
    execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
  const changed = readGit("status", "--porcelain", "--", ".", ":!docs/soak.md", ":!docs/soak.json");
  return `${readGit("rev-parse", "--short=10", "HEAD")}${changed === "" ? "" : "+"}`;
}

/** The machine of the measurements. */
export function describeMachine(): string {
  const [cpu] = cpus();
  return `Node ${process.versions.node}, ${cpus().length} cores (${cpu?.model ?? "unknown"})`;
}
