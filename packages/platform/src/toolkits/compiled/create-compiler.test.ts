import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { writePlainHead } from "../testing/write-plain-head.ts";
import { type Compiler, createCompiler, TooCostlyError } from "./create-compiler.ts";

let compiler: Compiler | undefined;
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

const many = { path: "many.yaml", text: writeDocument(20_000), wish: { slug: "many" } };
const few = { path: "few.yaml", text: writeDocument(2), wish: { slug: "few" } };

test("a document that takes too long is refused", async () => {
  compiler = createCompiler({ ms: 1, megabytes: 512 });
  await expect(compiler.compile(many)).rejects.toThrow(TooCostlyError);
});

test("time in which the process does other work does not count", async () => {
  compiler = createCompiler({ ms: 2000, megabytes: 512 });
  const compiling = compiler.compile(few);
  await nextTurn();
  const until = performance.now() + 2500;
  while (performance.now() < until) {
    // Keeps the process busy, so that a timer would fire before the thread is heard.
  }
  expect((await compiling).compiled?.tools).toHaveLength(2);
});

test("a document that takes too much memory is refused, and the next one is read", async () => {
  compiler = createCompiler({ ms: 60_000, megabytes: 64 });
  await expect(compiler.compile(many)).rejects.toThrow(TooCostlyError);
  const { compiled } = await compiler.compile(few);
  expect(compiled?.tools).toHaveLength(2);
});
