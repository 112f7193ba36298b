import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished } from "vitest";

const bin = join(import.meta.dirname, "../../bin/specwright.js");

/** A program that watches. */
export interface Watcher {
  readonly child: ChildProcess;
  /** The output so far, of both streams. */
  readonly printed: () => string;
}

/** Watches a document for the target `types`. */
export async function startWatching(folder: string, document: string): Promise<Watcher> {
  return startGenerating(folder, [document, "--out", "out", "--targets", "types", "--watch"]);
}

/** Starts `specwright generate`, which ends with the test, and waits until it watches. */
export async function startGenerating(folder: string, given: readonly string[]): Promise<Watcher> {
  const args = ["-C", "source", bin, "generate", ...given];
  const child = spawn(process.execPath, args, { cwd: folder });
  onTestFinished(() => void child.kill());
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  await pollUntil(() => text.includes("Watching"));
  return { child, printed: () => text };
}

/** Waits until something holds. The test's own limit ends it. */
export async function pollUntil(holds: () => boolean): Promise<void> {
  while (!holds()) {
    // Only how often it looks.
    await delay(2);
  }
}

/** A document that is still valid when it is cut off after any line. */
export function writeVersion(version: number): string {
  const paths = Array.from(
    { length: 20 },
    (_, index) => `  /v${version}/${index}: {get: {responses: {"204": {description: done}}}}\n`,
  );
  return `openapi: 3.1.0\ninfo: {title: a, version: "1"}\npaths:\n${paths.join("")}`;
}

/** Counts the paths of the output by their version. A complete document has 20 paths of a single version. */
export function countPaths(folder: string): string {
  const text = readFileSync(join(folder, "out/types/index.d.ts"), "utf8");
  const counts = new Map<string, number>();
  for (const [, version = ""] of text.matchAll(/^ {2}"\/v(\d+)\//gm)) {
    counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  return [...counts].map(([version, count]) => `${count} of version ${version}`).join(", ");
}
