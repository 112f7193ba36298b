import { expect, test } from "vitest";
import { parseFileText } from "../files/parse-text.ts";

function findDuplicates(text: string): readonly (string | undefined)[] {
  const parsed = parseFileText(text, "a.json");
  return "problems" in parsed
    ? parsed.problems.map(({ code, offset }) => `${code} at ${offset}`)
    : [];
}

test.each([
  ['{"a":1,"b":{"c":1,"c":2}}', "duplicate-key at 18"],
  ['{"a":1,"a":2}', "duplicate-key at 7"],
  ['[[{"a" :1, "a"\n:2}]]', "duplicate-key at 11"],
  ['{"a":":","\\u0061":"\\":"}', "duplicate-key at 9"],
  ['{"__proto__":1,"__proto__":2}', "duplicate-key at 15"],
  ['{"":1,"":2}', "duplicate-key at 6"],
  ['{"a\\\\":1,"a\\\\":2}', "duplicate-key at 9"],
  ['{"a":[{"b":1},{"b":1}],"a":[]}', "duplicate-key at 23"],
])("in %s a repeated key is found", (text, problem) => {
  expect(findDuplicates(text)).toEqual([problem]);
});

test.each([
  '{"a":{"b":1},"c":{"b":1}}',
  '[":true",":1","\\":1","a:b",": "]',
  '{"a":"b\\":1","c":"\\\\","d" : ":null"}',
  '{"constructor":1,"__proto__":{"a":1},"a":1}',
  "[]",
  "1",
])("in %s no key is repeated", (text) => {
  expect(findDuplicates(text)).toEqual([]);
});

test("every repeated key is reported, in the order of the text", () => {
  expect(findDuplicates('{"b":1,"a":{"x":1,"x":1,"x":1},"b":1}')).toEqual([
    "duplicate-key at 18",
    "duplicate-key at 24",
    "duplicate-key at 31",
  ]);
});
