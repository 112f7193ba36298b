/** A document that is made to exhaust what reads it. */
export interface Bomb {
  readonly name: string;
  /** The files by path; the first one is the root. */
  readonly files: () => Readonly<Record<string, string>>;
  /** Set where it takes too long for every run of the tests. */
  readonly isLong?: true;
  /** The code of the problem that is told; undefined when there is output. */
  readonly code: string | undefined;
}

const head = { openapi: "3.1.0", info: { title: "Bomb", version: "1" } };
const yamlHead = 'openapi: 3.1.0\ninfo: { title: Bomb, version: "1" }\n';

function json(members: object): Readonly<Record<string, string>> {
  return { "openapi.json": JSON.stringify({ ...head, ...members }) };
}

function schemas(value: unknown): Readonly<Record<string, string>> {
  return json({ components: { schemas: value } });
}

function yaml(text: string): Readonly<Record<string, string>> {
  return { "openapi.yaml": yamlHead + text };
}

function count<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => make(index));
}

/** Names that are all the same identifier: short, different, and without a letter. */
function punctuation(index: number): string {
  return index.toString(8).replace(/\d/g, (digit) => "!#%&*+-."[Number(digit)] ?? "");
}

const chain = (length: number, link: (next: string) => unknown): unknown => ({
  ...Object.fromEntries(
    count(length, (index) => [`A${index}`, link(`#/components/schemas/A${index + 1}`)]),
  ),
  [`A${length}`]: { type: "string" },
});

/** Each has two members that are the next one. */
function doubling(prefix: string): [string, unknown][] {
  const next = (index: number): unknown => ({ $ref: `${prefix}${index + 1}` });
  return [
    ...count(40, (index): [string, unknown] => [
      `A${index}`,
      { type: "object", properties: { a: next(index), b: next(index) } },
    ]),
    ["A40", { type: "string" }],
  ];
}

const megabytes10 = 10 * 1024 * 1024;

/** A document in which a text stands wherever specwright reads one. */
function textEverywhere(text: string): Readonly<Record<string, string>> {
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

const laughs = [
  "x-0: &a0 [x, x, x, x, x, x, x, x, x]",
  ...count(
    12,
    (level) => `x-${level + 1}: &a${level + 1} [${Array(9).fill(`*a${level}`).join(", ")}]`,
  ),
].join("\n");

const deep = 100_000;

/** Everything that could use up the stack, the memory or the time. */
export const bombs: readonly Bomb[] = [
  { name: "aliases that multiply", files: () => yaml(laughs), code: "invalid-yaml" },
  {
    name: "aliases that multiply as keys of a map",
    files: () =>
      yaml(
        laughs
          .replaceAll("[", "{a: ")
          .replaceAll(/, (?=[*x])/g, ", b: ")
          .replaceAll("]", "}"),
      ),
    code: "duplicate-key",
  },
  {
    name: "an alias of what it stands in",
    files: () => yaml("components: { schemas: { A: &a { properties: { a: *a, b: *a } } } }"),
    code: "invalid-yaml",
  },
  {
    name: "aliases of a large value",
    isLong: true,
    files: () =>
      yaml(
        `x-0: &a {${count(5000, (index) => `k${index}: {type: string}`).join(", ")}}\ncomponents: { schemas: {${count(900, (index) => `S${index}: {properties: *a}`).join(", ")}}}`,
      ),
    code: "invalid-yaml",
  },
  {
    name: "100,000 lists in each other, JSON",
    files: () => ({ "openapi.json": `${"[".repeat(deep)}${"]".repeat(deep)}` }),
    code: "nested-too-deeply",
  },
  {
    name: "100,000 objects in each other, JSON",
    files: () => ({ "openapi.json": `${'{"a":'.repeat(deep)}1${"}".repeat(deep)}` }),
    code: "nested-too-deeply",
  },
  {
    name: "100,000 lists in each other, YAML in flow style",
    files: () => yaml(`x-a: ${"[".repeat(deep)}${"]".repeat(deep)}`),
    code: "nested-too-deeply",
  },
  {
    name: "100,000 lists in each other, YAML in blocks",
    files: () => yaml(`x-a:\n  ${"- ".repeat(deep)}a`),
    code: "nested-too-deeply",
  },
  {
    name: "100,000 open brackets, YAML",
    files: () => yaml(`x-a: ${"[{".repeat(deep / 2)}`),
    code: "nested-too-deeply",
  },
  {
    name: "allOf 10,000 schemas deep",
    files: () => schemas(chain(10_000, ($ref) => ({ allOf: [{ $ref }], required: ["a"] }))),
    code: "nested-too-deeply",
  },
  {
    name: "properties 10,000 schemas deep",
    files: () => schemas(chain(10_000, ($ref) => ({ properties: { a: { $ref } } }))),
    code: "nested-too-deeply",
  },
  {
    name: "a chain of 10,000 references between schemas",
    files: () => schemas(chain(10_000, ($ref) => ({ $ref }))),
    code: "nested-too-deeply",
  },
  {
    name: "a chain of 10,000 references between parameters",
    files: () =>
      json({
        paths: {
          "/a": { get: { parameters: [{ $ref: "#/components/parameters/P0" }], responses: {} } },
        },
        components: {
          parameters: {
            ...Object.fromEntries(
              count(10_000, (index) => [
                `P${index}`,
                { $ref: `#/components/parameters/P${index + 1}` },
              ]),
            ),
            P10000: { name: "a", in: "query", schema: {} },
          },
        },
      }),
    code: undefined,
  },
  {
    name: "a reference through 10,000 others",
    files: () =>
      schemas({
        ...Object.fromEntries(
          count(10_000, (index) => [`A${index}`, { $ref: `#/components/schemas/A${index + 1}/x` }]),
        ),
        A10000: { x: {} },
      }),
    code: "nested-too-deeply",
  },
  {
    name: "references that double 40 times, to components",
    files: () => schemas(Object.fromEntries(doubling("#/components/schemas/A"))),
    code: undefined,
  },
  {
    name: "references that double 40 times, to other parts",
    files: () =>
      json({
        components: { schemas: { A: { $ref: "#/x-parts/A0" } } },
        "x-parts": Object.fromEntries(doubling("#/x-parts/A")),
      }),
    code: undefined,
  },
  {
    name: "a schema that refers to itself",
    files: () => schemas({ A: { $ref: "#/components/schemas/A" } }),
    code: undefined,
  },
  {
    name: "a response that refers to itself",
    files: () =>
      json({
        paths: { "/a": { get: { responses: { 200: { $ref: "#/components/responses/A" } } } } },
        components: { responses: { A: { $ref: "#/components/responses/A" } } },
      }),
    code: "reference-circle",
  },
  {
    name: "a circle of references through three files",
    files: () => ({
      "openapi.yaml": `${yamlHead}components: { schemas: { A: { $ref: 'b.yaml#/B' } } }\n`,
      "b.yaml": "B: { $ref: 'c.yaml#/C' }\n",
      "c.yaml": "C: { $ref: 'openapi.yaml#/components/schemas/A' }\n",
    }),
    code: undefined,
  },
  {
    name: "a circle of allOf through three files",
    files: () => ({
      "openapi.yaml": `${yamlHead}components: { schemas: { A: { allOf: [{ $ref: 'b.yaml#/B' }] } } }\n`,
      "b.yaml": "B: { allOf: [{ $ref: 'c.yaml#/C' }] }\n",
      "c.yaml": "C: { allOf: [{ $ref: 'openapi.yaml#/components/schemas/A' }] }\n",
    }),
    code: undefined,
  },
  {
    name: "a pattern of 1 MB",
    isLong: true,
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
    files: () => textEverywhere("a b".repeat(megabytes10 / 30)),
    code: undefined,
  },
  {
    name: "texts of 1 MB of spaces",
    files: () => textEverywhere(`a${" ".repeat(megabytes10 / 10)}b`),
    code: undefined,
  },
  {
    name: "texts of 1 MB of line breaks",
    isLong: true,
    files: () => textEverywhere(`a${"\n".repeat(megabytes10 / 10)}b`),
    code: undefined,
  },
  {
    name: "texts of 1 MB of stars",
    files: () => textEverywhere(`a${" *".repeat(megabytes10 / 20)}b@c`),
    code: undefined,
  },
  {
    name: "texts of 1 MB of slashes and at signs",
    isLong: true,
    files: () => textEverywhere(`${"/ @*".repeat(megabytes10 / 40)}`),
    code: undefined,
  },
  {
    name: "names of 10 MB",
    isLong: true,
    files: () => {
      const text = "name ".repeat(megabytes10 / 20);
      return json({
        tags: [{ name: text }],
        paths: { "/a": { get: { operationId: text, tags: [text], responses: {} } } },
        components: { schemas: { [text]: { properties: { [text]: { enum: [text] } } } } },
      });
    },
    code: undefined,
  },
  {
    name: "100,000 properties",
    isLong: true,
    files: () =>
      schemas({
        A: {
          type: "object",
          properties: Object.fromEntries(
            count(100_000, (index) => [`p${index}`, { type: "string" }]),
          ),
        },
      }),
    code: undefined,
  },
  {
    name: "100,000 required properties that are not described",
    files: () =>
      schemas({ A: { type: "object", required: count(100_000, (index) => `p${index}`) } }),
    code: undefined,
  },
  {
    name: "200,000 values of an enum",
    files: () => schemas({ A: { type: "string", enum: count(200_000, (index) => `v${index}`) } }),
    code: undefined,
  },
  {
    name: "3,000 alternatives",
    isLong: true,
    files: () =>
      schemas({
        A: {
          oneOf: count(3000, (index) => ({
            type: "object",
            required: [`p${index}`],
            properties: { [`p${index}`]: { type: "string" } },
          })),
        },
      }),
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
  {
    name: "50,000 schemas that want the same name",
    isLong: true,
    files: () => schemas(Object.fromEntries(count(50_000, (index) => [punctuation(index), {}]))),
    code: undefined,
  },
  {
    name: "20,000 operations that want the same name",
    isLong: true,
    files: () =>
      json({
        paths: Object.fromEntries(
          count(20_000, (index) => [
            `/${index}`,
            { get: { operationId: punctuation(index), responses: {} } },
          ]),
        ),
      }),
    code: undefined,
  },
  {
    name: "2,000 tags that want the same name",
    isLong: true,
    files: () =>
      json({
        paths: Object.fromEntries(
          count(2000, (index) => [
            `/${index}`,
            { get: { tags: [punctuation(index)], responses: {} } },
          ]),
        ),
      }),
    code: undefined,
  },
  {
    name: "20,000 keys twice, YAML",
    files: () =>
      yaml(`x-a:\n${count(20_000, (index) => `  k${index}: 1\n  k${index}: 2\n`).join("")}`),
    code: "duplicate-key",
  },
  {
    name: "20,000 references to nothing",
    files: () =>
      schemas(Object.fromEntries(count(20_000, (index) => [`A${index}`, { $ref: "#/none" }]))),
    code: "unresolved-reference",
  },
];
