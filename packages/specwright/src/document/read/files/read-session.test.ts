import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRandom } from "../../../../../../test/support/samples.ts";
import { buildEditedDocument } from "../../../../test/edited-document.ts";
import type { JsonObject } from "../../../../test/random-edits.ts";
import { makeTemporaryFolder } from "../../../../test/temporary-folder.ts";
import { type LoadedFile, loadFile } from "./load-file.ts";
import { createReadSession, keepFiles } from "./read-session.ts";

/** The hash and the content of a file, with its members in order. */
function describeLoaded(loaded: LoadedFile): string {
  return "file" in loaded
    ? `${loaded.file.hash} ${JSON.stringify(loaded.file.value)}`
    : JSON.stringify(loaded.problems);
}

/** Replaces some characters of a string, as typing, cutting and pasting do. */
function editText(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length);
  if (random() < 0.3) {
    return moveText(text, at, random);
  }
  const removed = random() < 0.5 ? 0 : Math.floor(random() ** 3 * 40);
  const inserts = [
    '"',
    "é",
    "{",
    "}",
    ",",
    '"a": 1,',
    " ",
    "1",
    "\\",
    '"__proto__": {},',
    "\n",
    "ß€",
    "",
  ];
  const inserted = inserts[Math.floor(random() * inserts.length)] ?? "";
  return text.slice(0, at) + inserted + text.slice(at + removed);
}

/** Copies or moves a part of a string to another place, as an author copies or reorders members. */
function moveText(text: string, at: number, random: () => number): string {
  const findComma = (from: number): number => Math.max(text.indexOf(",", from), 0);
  const start = findComma(at);
  const part = text.slice(start, findComma(start + Math.floor(random() ** 3 * 400) + 1));
  const rest = random() < 0.5 ? text : text.replace(part, "");
  const to = findComma(Math.floor(random() * rest.length));
  const renamed = random() < 0.5 ? part : part.replace(/"(\w+)":/, `"$1${at % 10}":`);
  return rest.slice(0, to) + renamed + rest.slice(to);
}

test.each([
  ["", undefined],
  ["with spaces", 2],
])("a file that is edited anywhere is read as one that was never seen (%s)", (_, spaces) => {
  const random = createRandom(7);
  const path = join(makeTemporaryFolder(), "api.json");
  const session = createReadSession();
  const right = JSON.stringify(
    { ...buildEditedDocument(), x: "é", y: [1, 2], z: 3, 7: {}, 1: { 5: {}, a: {}, 2: 1 } },
    undefined,
    spaces,
  );
  let text = right;
  let read = 0;
  for (let number = 0; number < 900; number += 1) {
    writeFileSync(path, text);
    const loaded = loadFile(path, "/", { session });
    expect(describeLoaded(loaded), `edit ${number}`).toBe(describeLoaded(loadFile(path, "/")));
    const isRead = "file" in loaded;
    read += Number(isRead);
    if (isRead && random() < 0.7) {
      keepFiles(session, [path]);
    }
    text = isRead && number % 20 !== 0 ? editText(text, random) : right;
  }
  expect(read).toBeGreaterThan(300);
});

test("parts that were not edited stay the same objects, and an untouched file the same value", () => {
  const path = join(makeTemporaryFolder(), "api.json");
  const session = createReadSession();
  const document = { paths: { "/a": { get: { a: [{ b: 1 }, { c: 2 }] } }, "/b": { get: {} } } };
  const read = (value: unknown, spaces?: number): typeof document => {
    writeFileSync(path, JSON.stringify(value, undefined, spaces));
    const loaded = loadFile(path, "/", { session });
    keepFiles(session, [path]);
    return ("file" in loaded ? loaded.file.value : undefined) as typeof document;
  };
  const first = read(document);
  expect(read(document)).toBe(first);
  expect(read(document, 2)).toBe(first);
  const next = read({
    paths: { "/a": { get: { a: [{ b: 1 }, { c: 3 }] } }, "/b": { get: {} } },
  });
  expect(next.paths["/b"]).toBe(first.paths["/b"]);
  expect(next.paths["/a"].get.a[0]).toBe(first.paths["/a"].get.a[0]);
  expect(next.paths["/a"].get.a[1]).toEqual({ c: 3 });
  expect(first.paths["/a"].get.a[1]).toEqual({ c: 2 });
});

test("members that are added, removed, renamed or put into another order leave all others the same objects", () => {
  const path = join(makeTemporaryFolder(), "api.json");
  const session = createReadSession();
  const read = (value: JsonObject): JsonObject => {
    writeFileSync(path, JSON.stringify(value, undefined, 2));
    const loaded = loadFile(path, "/", { session });
    return "file" in loaded ? (loaded.file.value as JsonObject) : {};
  };
  const item = (name: string): JsonObject => ({
    get: { operationId: name },
    put: { tags: [name] },
  });
  const [a, b, c, d] = ["a", "b", "c", "d"].map(item);
  const first = read({ paths: { a, b, c }, components: { schemas: { 1: a, x: b } } });
  // All others are compared with this one.
  keepFiles(session, [path]);
  const values = [
    { paths: { a, d, b, c }, components: first.components },
    { paths: { a, c }, components: first.components },
    { paths: { a, B: b, c }, components: first.components },
    { paths: { c, b, a }, components: first.components },
    { paths: first.paths, components: { schemas: { 1: a, 0: c, x: b } } },
    { paths: first.paths },
  ];
  for (const value of values) {
    const next = read(value as JsonObject);
    expect(JSON.stringify(next)).toBe(JSON.stringify(value));
    for (const name of ["a", "c"]) {
      expect((next.paths as JsonObject)[name]).toBe((first.paths as JsonObject)[name]);
    }
    expect(read(first)).toBe(first);
  }
});

test("members in another order make a new object", () => {
  const path = join(makeTemporaryFolder(), "api.json");
  const session = createReadSession();
  writeFileSync(path, '{"a":{"b":{"c":{"d":1,"e":2}}}}');
  loadFile(path, "/", { session });
  keepFiles(session, [path]);
  writeFileSync(path, '{"a":{"b":{"c":{"e":2,"d":1}}}}');
  expect(describeLoaded(loadFile(path, "/", { session }))).toContain('{"e":2,"d":1}');
});

test("a mistake that does not prevent reading is reported in every run", () => {
  const path = join(makeTemporaryFolder({ "api.yaml": "a: 'x\ny'\n" }), "api.yaml");
  const session = createReadSession();
  for (const _ of [1, 2]) {
    expect(loadFile(path, "/", { session })).toMatchObject({
      file: { value: { a: "x y" }, warnings: [{ code: "loose-yaml", line: 2, column: 1 }] },
    });
  }
});
