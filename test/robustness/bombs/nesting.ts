import { type Bomb, chain, count, deep, json, members, operation, schemas, yaml } from "./bomb.ts";

/** Documents that are nested or linked more deeply than a call stack allows. */
export const nestingBombs: readonly Bomb[] = [
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
    code: undefined,
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
    name: "oneOf 10,000 schemas deep, half of it read-only",
    files: () =>
      schemas(
        chain(10_000, ($ref) => ({
          oneOf: [{ $ref }],
          properties: { a: { type: "string", readOnly: true } },
        })),
      ),
    code: "nested-too-deeply",
  },
  {
    name: "a chain of 10,000 dynamic references",
    files: () =>
      schemas(
        members(10_000, (index) => [
          `A${index}`,
          {
            $id: `https://a.example/${index}`,
            $dynamicAnchor: "next",
            $dynamicRef: `https://a.example/${(index + 1) % 10_000}#next`,
          },
        ]),
      ),
    code: "too-many-dynamic-scopes",
  },
  {
    name: "a pointer of 100,000 segments",
    files: () => schemas({ A: { $ref: `#${"/a".repeat(deep)}` } }),
    code: "unresolved-reference",
  },
  {
    name: "10,000 tags, each below the one before",
    files: () =>
      json({ tags: count(10_000, (index) => ({ name: `t${index}`, parent: `t${index - 1}` })) }),
    code: undefined,
  },
  {
    name: "an example of 200 levels and a value a level",
    files: () =>
      operation({
        responses: {
          200: {
            description: "",
            content: {
              "application/json": {
                example: JSON.parse(`${"[1,".repeat(200)}1${"]".repeat(200)}`),
              },
            },
          },
        },
      }),
    code: undefined,
  },
  {
    name: "100,000 schemas in $defs of each other, within the depth",
    files: () => schemas({ A: { $defs: members(100_000, (index) => [`D${index}`, {}]) } }),
    code: undefined,
  },
];
