import { expect, test } from "vitest";
import { parse } from "yaml";
import { fc } from "../../../../test/support/fast-check.ts";
import { hostileTexts } from "../../test/hostile-texts.ts";
import { printYaml } from "./print-yaml.ts";

test("looks as people write it", () => {
  const value = {
    openapi: "3.1.0",
    info: { title: "A", description: "One.\n\n  Two: #3\n", empty: {}, version: "1" },
    tags: [{ name: "a", list: [1, [true, null], []] }, "b c"],
    paths: { "/a/{id}": { get: { responses: { "200": { description: "Yes" } } } } },
  };
  expect(printYaml(value)).toBe(`openapi: "3.1.0"
info:
  title: A
  description: |
    One.

      Two: #3
  empty: {}
  version: "1"
tags:
  - name: a
    list:
      - 1
      -
        - true
        - null
      - []
  - b c
paths:
  /a/{id}:
    get:
      responses:
        "200":
          description: "Yes"
`);
});

const words = fc
  .oneof(
    fc.constantFrom(
      ...hostileTexts,
      "no",
      "Null",
      "1e3",
      "E+0",
      "0x1f",
      "2026-01-31",
      "a: b",
      "a #b",
      "a:",
    ),
    fc.constantFrom("-", "? a", "a\n", "\na", "a\n\n\n", " a\nb", "a\n  b\n \n", "\t", "a\tb\n\tc"),
    fc.constantFrom("a\r\nb", "é: è", "ß #x", "👍\nb", "a \nb", "---\na", "...", "a\n--- b"),
    fc.string({ unit: "binary" }),
    fc.string(),
  )
  .map((text) => text.toWellFormed());
const long = fc.string({ minLength: 1020, maxLength: 1100 });

test("a parser of YAML that is not ours gives back the same value", () => {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      words,
      fc.constantFrom(null, true, 1.5, -7, 1e21, 1e-9),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.oneof({ weight: 20, arbitrary: words }, long), tie("value"), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(value, (one) => {
      const text = printYaml({ one });
      // Not JSON.parse(JSON.stringify({ one })): V8's JSON.parse sometimes reads the key "\\t" as "\\".
      expect(parse(text, { maxAliasCount: 0 }), text).toEqual({ one });
      expect(parse(text, { version: "1.1" }), text).toEqual(parse(text));
    }),
    { numRuns: 1500 },
  );
});

test("halves of characters become U+FFFD", () => {
  expect(parse(printYaml({ a: "\ud800", b: "\udfff\nb" }))).toEqual({
    a: "\ufffd",
    b: "\ufffd\nb",
  });
});
