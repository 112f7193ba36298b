import { expect, test } from "vitest";
import { fc } from "../../../../../../test/support/fast-check.ts";
import { escapeSegment } from "../../../text/pointer.ts";
import { scanJson } from "./json-scanner.ts";

function scanForOffset(text: string, pointer: string): number | undefined {
  return scanJson(text, [pointer]).offsets.get(pointer);
}

test("a property is found at its key, an element at its value, the document at its beginning", () => {
  const text = ' {"a": [1, {"b/c": true}], "d": null}';
  expect(scanForOffset(text, "")).toBe(1);
  expect(scanForOffset(text, "/a/1")).toBe(text.indexOf("{", 2));
  expect(scanForOffset(text, "/a/1/b~1c")).toBe(text.indexOf('"b/c"'));
  expect(scanForOffset(text, "/d")).toBe(text.indexOf('"d"'));
  expect(scanForOffset(text, "/d/e")).toBeUndefined();
});

test("the same name elsewhere is not found", () => {
  const text = '{"x": {"b": 1}, "a": {"b": 2}}';
  expect(scanForOffset(text, "/a/b")).toBe(text.lastIndexOf('"b"'));
});

test("every property of any JSON is found at its place, all in one scan", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom(0, 2),
      (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const pointers = Object.keys(value).map((key) => `/${escapeSegment(key)}`);
        const { offsets } = scanJson(text, pointers);
        expect([...offsets.keys()].sort()).toEqual([...pointers].sort());
        for (const key of Object.keys(value)) {
          const offset = offsets.get(`/${escapeSegment(key)}`) ?? -1;
          expect(text.slice(offset).startsWith(JSON.stringify(key))).toBe(true);
          expect(scanJson(text.slice(0, offset)).mistake).toBe(offset);
        }
      },
    ),
  );
});

test("a text that JSON.parse accepts has no mistake, and any other has one", () => {
  const texts = fc.oneof(
    fc.json(),
    fc.string(),
    fc.json().map((text) => text.slice(1)),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const { mistake } = scanJson(text);
      let isValid = true;
      try {
        JSON.parse(text);
      } catch {
        isValid = false;
      }
      expect(mistake === undefined).toBe(isValid);
    }),
  );
});

test("nesting deeper than the call stack is read", () => {
  const depth = 200_000;
  const text = "[".repeat(depth) + "]".repeat(depth);
  expect(scanJson(text).mistake).toBeUndefined();
});
