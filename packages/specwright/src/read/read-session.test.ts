import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { editedDocument } from "../../test/edited-document.ts";
import { randomFrom } from "../../test/random-edits.ts";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { type LoadedFile, loadFile } from "./load-file.ts";
import { createReadSession, keepFiles } from "./read-session.ts";

/** What a file says, with the order of its members. */
function said(loaded: LoadedFile): string {
  return "file" in loaded
    ? `${loaded.file.hash} ${JSON.stringify(loaded.file.value)}`
    : JSON.stringify(loaded.problems);
}

/** A text with some characters replaced, as typing, cutting and pasting does. */
function editText(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length);
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

test.each([
  ["", undefined],
  ["with spaces", 2],
])("a file that is edited anywhere is read as one that was never seen (%s)", (_, spaces) => {
  const random = randomFrom(7);
  const path = join(temporaryFolder(), "api.json");
  const session = createReadSession();
  const right = JSON.stringify({ ...editedDocument(), x: "é", y: [1, 2], z: 3 }, undefined, spaces);
  let text = right;
  let read = 0;
  for (let number = 0; number < 600; number += 1) {
    writeFileSync(path, text);
    const loaded = loadFile(path, "/", { session });
    expect(said(loaded), `edit ${number}`).toBe(said(loadFile(path, "/")));
    const isRead = "file" in loaded;
    read += Number(isRead);
    if (isRead && random() < 0.7) {
      keepFiles(session, [path]);
    }
    text = isRead && number % 20 !== 0 ? editText(text, random) : right;
  }
  expect(read).toBeGreaterThan(300);
});

test("what was not edited stays the same objects, and a file that was not touched the same value", () => {
  const path = join(temporaryFolder(), "api.json");
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

test("members in another order are no longer the same object", () => {
  const path = join(temporaryFolder(), "api.json");
  const session = createReadSession();
  writeFileSync(path, '{"a":{"b":{"c":{"d":1,"e":2}}}}');
  loadFile(path, "/", { session });
  keepFiles(session, [path]);
  writeFileSync(path, '{"a":{"b":{"c":{"e":2,"d":1}}}}');
  expect(said(loadFile(path, "/", { session }))).toContain('{"e":2,"d":1}');
});
