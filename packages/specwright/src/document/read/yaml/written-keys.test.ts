import { describe, expect, test } from "vitest";
import { printShaped } from "../../shape/print-shaped.ts";
import { parseYaml } from "./parse-yaml.ts";

/** Keys that YAML's core schema would read as a number, a boolean or null. */
const keys = [
  "1.10",
  "010",
  "0x1F",
  "0o17",
  "1e3",
  "+1",
  ".5",
  "1_000",
  "~",
  "Null",
  "TRUE",
  ".inf",
  ".NaN",
  "200",
  "2024-01-02",
];

describe("a key is the text that is written", () => {
  test.each(keys)("%s", (key) => {
    const texts = [
      `${key}: a`,
      `? ${key}\n: a`,
      `{${key}: a}`,
      // An anchor, which the simple reader does not read.
      `${key}: &one a`,
      `? ${key}\n: &one a`,
      `{${key}: &one a}`,
    ];
    for (const text of texts) {
      expect(parseYaml(text), text).toMatchObject({ value: { [key]: "a" } });
    }
  });

  test("keys of the same number are two keys, in either reader", () => {
    for (const text of ["1: a\n1.0: b\n", "1: &one a\n1.0: b\n"]) {
      expect(parseYaml(text)).toMatchObject({ value: { "1": "a", "1.0": "b" } });
    }
  });

  test("an empty key is the empty text", () => {
    expect(parseYaml(": a")).toMatchObject({ value: { "": "a" } });
  });

  test("a shaped document keeps comments beside them", () => {
    const text = "properties:\n  1.10: {type: string} # a version\n  010: {type: string}\n";
    const parsed = parseYaml(text);
    const value = "value" in parsed ? parsed.value : undefined;
    const shaped = { properties: { "1.10": { type: "string" }, "010": { type: "number" } } };
    const printed = printShaped({ text, isTree: true, value } as never, shaped, "yaml");
    expect(printed).toBe(
      'properties:\n  "1.10": { type: string } # a version\n  "010": { type: number }\n',
    );
  });
});
