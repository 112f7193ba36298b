import { spawn } from "node:child_process";
import { collect } from "../support/collect.ts";
import { describeCircumstances } from "../support/measured-on.ts";
import { root } from "../support/paths.ts";
import { relaySignals } from "../support/relay-signals.ts";
import { nameTask, type Task } from "./parse-arguments.ts";
import type { SoakResult } from "./results.ts";
import { suites } from "./suites.ts";

/**
 * Runs a suite or a part of it. Its output, including its progress, is printed as it comes. The result is undefined if this
 * process was told to stop.
 */
export async function runTask(task: Task, seed: string): Promise<SoakResult | undefined> {
  const { tests = [], environment = { SOAK: "1", REQUIRE_ALL: "1" } } = suites[task.suite] ?? {};
  const circumstances = describeCircumstances();
  const started = performance.now();
  const child = spawn(process.execPath, ["-C", "source", "scripts/run.js", "test", ...tests], {
    cwd: root,
    env: {
      ...process.env,
      NO_COLOR: "1",
      ...environment,
      SPECWRIGHT_SEED: seed,
      SPECWRIGHT_SOAK_PART: `${task.part}/${task.of}`,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const relay = relaySignals(child);
  const { code, output } = await collect(child, (text) => process.stderr.write(text));
  relay.end();
  if (relay.isStopped()) {
    return undefined;
  }
  return {
    ...task,
    ...circumstances,
    name: nameTask(task),
    seed,
    passed: code === 0 ? 1 : 0,
    failed: code === 0 ? 0 : 1,
    skipped: 0,
    seconds: (performance.now() - started) / 1000,
    reported: findToldLines(output),
  };
}

/** Lines such as `  features.yaml: 10 of 20 cases`: the last one of each topic. Titles of tests are indented further. */
export function findToldLines(output: string): readonly string[] {
  const reported = new Map<string, string>();
  for (const [, line = "", topic = ""] of output.matchAll(/^ {2}((\S[^:\n]*): .+)$/gm)) {
    reported.set(topic, line);
  }
  return [...reported.values()];
}
