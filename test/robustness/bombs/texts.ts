import { type Bomb, count, deep, json, megabyte, members, schemas } from "./bomb.ts";

/** A document with a string at every place where specwright reads one. */
function placeTextEverywhere(text: string): Readonly<Record<string, string>> {
  return json({
    info: { title: text, version: "1", description: text },
    paths: {
      "/a": {
        get: {
          summary: text,
          responses: {
            200: { description: text, content: { "a/b": { schema: { title: text } } } },
          },
        },
      },
    },
  });
}

/** Different short names without letters, which all become the same identifier. */
function punctuation(index: number): string {
  return index.toString(8).replace(/\d/g, (digit) => "!#%&*+-."[Number(digit)] ?? "");
}

/** Texts, names and patterns that are large, or made to be slow to escape. */
export const textBombs: readonly Bomb[] = [
  {
    name: "a pattern of 1 MB",
    files: () => schemas({ A: { type: "string", pattern: "(a|b)*".repeat(170_000) } }),
    code: undefined,
  },
  {
    name: "a pattern with 100,000 groups in each other",
    files: () => schemas({ A: { type: "string", pattern: "(".repeat(deep) + ")".repeat(deep) } }),
    code: undefined,
  },
  {
    name: "texts of 10 MB",
    files: () => placeTextEverywhere("a b".repeat(megabyte / 3)),
    code: undefined,
  },
  {
    name: "texts of 1 MB of spaces",
    files: () => placeTextEverywhere(`a${" ".repeat(megabyte)}b`),
    code: undefined,
  },
  {
    name: "texts of 1 MB of line breaks",
    files: () => placeTextEverywhere(`a${"\n".repeat(megabyte)}b`),
    code: undefined,
  },
  {
    name: "texts of 1 MB of stars",
    files: () => placeTextEverywhere(`a${" *".repeat(megabyte / 2)}b@c`),
    code: undefined,
  },
  {
    name: "texts of 1 MB of slashes and at signs",
    files: () => placeTextEverywhere(`${"/ @*".repeat(megabyte / 4)}`),
    code: undefined,
  },
  {
    name: "names of 10 MB",
    files: () => {
      const text = "name ".repeat(megabyte / 2);
      return json({
        tags: [{ name: text }],
        paths: { "/a": { get: { operationId: text, tags: [text], responses: {} } } },
        components: { schemas: { [text]: { properties: { [text]: { enum: [text] } } } } },
      });
    },
    code: "name-too-long",
  },
  {
    name: "50,000 schemas that want the same name",
    files: () => schemas(Object.fromEntries(count(50_000, (index) => [punctuation(index), {}]))),
    code: "too-many-of-a-name",
  },
  {
    name: "20,000 operations that want the same name",
    files: () =>
      json({
        paths: Object.fromEntries(
          count(20_000, (index) => [
            `/${index}`,
            { get: { operationId: punctuation(index), responses: {} } },
          ]),
        ),
      }),
    code: "too-many-of-a-name",
  },
  {
    name: "2,000 tags that want the same name",
    files: () =>
      json({
        paths: Object.fromEntries(
          count(2000, (index) => [
            `/${index}`,
            { get: { tags: [punctuation(index)], responses: {} } },
          ]),
        ),
      }),
    code: "too-many-of-a-name",
  },

  {
    name: "names of 10,000 characters, 200 of them",
    files: () =>
      schemas(
        members(200, (index) => [
          `${index}${"n ".repeat(4990)}`,
          { type: "object", properties: { [`${"p".repeat(9990)}${index}`]: {} } },
        ]),
      ),
    code: undefined,
  },
  {
    name: "a path of 10 MB",
    files: () => json({ paths: { [`/${"a/".repeat(5 * megabyte)}`]: { get: { responses: {} } } } }),
    code: "name-too-long",
  },
  ...[
    "`${",
    "*/",
    "<!--",
    "[](",
    "](javascript:",
    "\\",
    "\u2028",
    "\u0000",
    "\ud800",
    "e\u0301\u0323",
    "&#",
    "| ",
  ].map(
    (part): Bomb => ({
      name: `texts of 1 MB of ${JSON.stringify(part)}`,
      files: () => placeTextEverywhere(part.repeat(megabyte / part.length / 5)),
      code: undefined,
    }),
  ),
  {
    name: "an example of 10 MB",
    files: () =>
      json({
        "x-a": 1,
        components: {
          examples: { A: { value: "a".repeat(10 * megabyte) } },
          schemas: { A: { type: "string", examples: ["b".repeat(10 * megabyte)] } },
        },
      }),
    code: undefined,
  },
  {
    name: "a default, a constant and an enum of 2 MB each",
    files: () =>
      schemas({
        A: {
          type: "object",
          properties: {
            a: { default: "a".repeat(2 * megabyte) },
            b: { const: "b".repeat(2 * megabyte) },
            c: { enum: ["c".repeat(2 * megabyte)] },
          },
        },
      }),
    code: undefined,
  },
  {
    name: "a default of 100,000 values",
    files: () =>
      schemas({ A: { type: "array", default: count(100_000, (index) => ({ a: index })) } }),
    code: undefined,
  },
  {
    name: "a pattern of 100,000 alternatives",
    files: () =>
      schemas({
        A: { type: "string", pattern: `^(${count(100_000, (index) => `a${index}`).join("|")})*$` },
      }),
    code: undefined,
  },
  {
    name: "a pattern with a class of 1 MB",
    files: () =>
      schemas({ A: { type: "string", pattern: `^([${"ab-c".repeat(megabyte / 4)}]+)*$` } }),
    code: undefined,
  },
  {
    name: "2,000 patterns that are hard to analyse",
    files: () =>
      schemas(
        members(2000, (index) => [
          `A${index}`,
          {
            type: "string",
            pattern: `^(${count(60, (at) => `[a-c${index}]?x{0,3}${at}`).join("")})*$`,
          },
        ]),
      ),
    code: undefined,
  },
  {
    name: "2,000 patterns of many loops",
    files: () =>
      schemas(
        members(2000, (index) => [
          `A${index}`,
          { type: "string", pattern: `^${count(40, () => "[a-z]*\\s*").join("")}${index}$` },
        ]),
      ),
    code: undefined,
  },
  {
    name: "a pattern of repetitions that multiply",
    files: () =>
      schemas({ A: { type: "string", pattern: `^${"(?:".repeat(20)}a${"){1,9}".repeat(20)}$` } }),
    code: undefined,
  },
  {
    name: "a pattern whose shortest text has two billion characters, mocked",
    files: () => schemas({ A: { type: "string", pattern: "^(?:(?:(?:ab){1000}){1000}){1000}$" } }),
    arguments: ["--targets", "mocks"],
    code: undefined,
  },
  {
    name: "1,000 patterns for 1,000 properties",
    files: () =>
      schemas({
        A: {
          type: "object",
          properties: Object.fromEntries(count(1000, (index) => [`p${index}`, {}])),
          patternProperties: Object.fromEntries(count(1000, (index) => [`^q${index}`, {}])),
        },
      }),
    code: undefined,
  },
];
