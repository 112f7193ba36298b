import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { loadProgram } from "./load-program.ts";
import { readCode, writeCode } from "./stored-code.ts";

// Otherwise V8 would take what it compiled for an earlier test.
setFlagsFromString("--no-compilation-cache");
afterAll(() => setFlagsFromString("--compilation-cache"));

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "specwright-compiled-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const text = `exports.add = function add(a, b) { return a + b; };
exports.readSum = () => require("./sum.json").sum;
`;

interface Sums {
  readonly add: (a: number, b: number) => number;
  readonly readSum: () => number;
}

function load(content = text): ReturnType<typeof loadProgram<Sums>> {
  const path = join(folder, "program.cjs");
  writeFileSync(path, content);
  return loadProgram<Sums>({ path, folder, name: "sums" });
}

/** The path of the only stored code. */
function findStored(): string {
  const [name = ""] = readdirSync(folder).filter((each) => each.startsWith("specwright-"));
  return join(folder, name);
}

test("a program runs with the functions that an earlier run compiled", () => {
  const first = load();
  expect(first.exports.add(1, 2)).toBe(3);
  first.keep();
  // V8 compiles `add` when it is called, so its code is larger then.
  const { code } = readCode(findStored()) ?? { code: Buffer.alloc(0) };
  rmSync(findStored());
  load(`${text}// other\n`).keep();
  expect(readCode(findStored())?.code.length).toBeLessThan(code.length);
  expect(load().exports.add(1, 2)).toBe(3);
});

test("a program requires files beside it", () => {
  writeFileSync(join(folder, "sum.json"), '{ "sum": 3 }');
  expect(load().exports.readSum()).toBe(3);
});

test("a program with another text does not get the code of the first, even if the text has the same length", () => {
  const first = load();
  first.exports.add(1, 2);
  first.keep();
  expect(load(text.replace("a + b", "a - b")).exports.add(1, 2)).toBe(-1);
});

test("code is stored again by a run that takes more than twice as long, because it has compiled more", () => {
  load().keep();
  const { code, milliseconds } = readCode(findStored()) ?? { code: Buffer.alloc(0) };
  expect(milliseconds).toBeGreaterThan(0);
  writeCode(findStored(), { code, milliseconds: 1e9 });
  load().keep();
  expect(readCode(findStored())?.milliseconds).toBe(1e9);
  writeCode(findStored(), { code, milliseconds: 0 });
  load().keep();
  expect(readCode(findStored())?.milliseconds).toBeGreaterThan(0);
});

test("code that V8 does not accept is replaced", () => {
  load().keep();
  writeCode(findStored(), { code: Buffer.from("code of another V8"), milliseconds: 1e9 });
  const { exports, keep } = load();
  expect(exports.add(1, 2)).toBe(3);
  keep();
  expect(readCode(findStored())?.milliseconds).toBeLessThan(1e9);
});

test("incomplete or changed code is not read", () => {
  load().keep();
  const content = readFileSync(findStored());
  for (const end of [0, 8, 40, 41, content.length - 1]) {
    writeFileSync(findStored(), content.subarray(0, end));
    expect(readCode(findStored())).toBeUndefined();
  }
  content[content.length - 1] = (content.at(-1) ?? 0) ^ 1;
  writeFileSync(findStored(), content);
  expect(readCode(findStored())).toBeUndefined();
});

test.skipIf(process.platform === "win32")("code that others could have written is not read", () => {
  load().keep();
  expect(readCode(findStored())).toBeDefined();
  chmodSync(findStored(), 0o620);
  expect(readCode(findStored())).toBeUndefined();
});

test("a folder that cannot be written or read leaves the program without stored code", () => {
  const path = join(folder, "missing", "code");
  writeCode(path, { code: Buffer.from("code"), milliseconds: 1 });
  expect(readCode(path)).toBeUndefined();
});
