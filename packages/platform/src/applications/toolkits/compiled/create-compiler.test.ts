import { execFileSync } from "node:child_process";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { writePlainHead } from "../testing/write-plain-head.ts";
import { TooCostlyError } from "./compile-job.ts";
import { type Compiler, createCompiler } from "./create-compiler.ts";

let compiler: Compiler | undefined;
/** Processes of other tests that are idle. */
let others: readonly number[] = [];
beforeEach(() => {
  others = listAll();
});
afterEach(() => compiler?.close());

/** A document with this many operations. */
function writeDocument(count: number): string {
  const paths = Array.from(
    { length: count },
    (_, index) =>
      `  /a${index}: { get: { operationId: a${index}, summary: A, description: B, responses: { '200': { description: Done. } } } }`,
  );
  return `${writePlainHead("many")}paths:\n${paths.join("\n")}\n`;
}

const many = [{ text: writeDocument(20_000) }, { slug: "many" }] as const;
const few = [{ text: writeDocument(2) }, { slug: "few" }] as const;

test("a document that takes too long is refused", async () => {
  compiler = createCompiler({ ms: 1, megabytes: 512 });
  await expect(compiler.compile(...many)).rejects.toThrow(TooCostlyError);
});

test("time in which the process does other work does not count", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
  compiler = createCompiler({ ms: 60_000, megabytes: 512 });
  const compiling = compiler.compile(...few);
  await nextTurn();
  // A timer of this process would be due now, before the process is heard.
  vi.advanceTimersByTime(600_000);
  expect((await compiling).compiled?.tools).toHaveLength(2);
});

test("a document that takes too much memory is refused, and the next one is read", async () => {
  compiler = createCompiler({ ms: 60_000, megabytes: 64 });
  await expect(compiler.compile(...many)).rejects.toThrow(TooCostlyError);
  const { compiled } = await compiler.compile(...few);
  expect(compiled?.tools).toHaveLength(2);
});

test("a process that the system ends is a document that was too costly, and the next one is read", async () => {
  compiler = createCompiler();
  const compiling = compiler.compile(...many);
  compiling.catch(() => {});
  await expect.poll(listProcesses).toHaveLength(1);
  process.kill(listProcesses()[0] ?? 0, "SIGKILL");
  await expect(compiling).rejects.toThrow(TooCostlyError);
  const { compiled } = await compiler.compile(...few);
  expect(compiled?.tools).toHaveLength(2);
});

test("after its end the compiler refuses the documents that are compiled, wait or come, and starts no process", async () => {
  compiler = createCompiler();
  const all = [compiler.compile(...many), compiler.compile(...few), compiler.split("a", "b")];
  const ended = Promise.allSettled(all);
  await expect.poll(listProcesses).toHaveLength(1);
  await compiler.close();
  const late = await Promise.allSettled([compiler.compile(...few)]);
  expect([...(await ended), ...late]).toEqual(
    Array.from({ length: 4 }, () => ({
      status: "rejected",
      reason: expect.objectContaining({ slug: "Server_Unavailable" }),
    })),
  );
  expect(listProcesses()).toEqual([]);
});

/** The processes of the compiler. */
const listProcesses = () => listAll().filter((id) => !others.includes(id));

/** The processes that compile for this one. */
function listAll(): readonly number[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  return lines.split("\n").flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    const isOurs = parent === process.pid && line.includes("compile-process");
    return isOurs && pid !== undefined ? [pid] : [];
  });
}
