import { type Bomb, doubling, json, members, schemas } from "./bomb.ts";

/** A document that uses a schema at every place of an operation that can have one. */
function useEverywhere(components: object, name: string): Readonly<Record<string, string>> {
  const schema = { $ref: `#/components/schemas/${name}` };
  const content = Object.fromEntries(
    [
      "application/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
      "text/event-stream",
      "application/jsonl",
      "text/plain",
    ].map((mediaType) => [mediaType, { schema }]),
  );
  const styles = [
    { in: "query" },
    { in: "query", style: "deepObject", explode: true },
    { in: "query", style: "pipeDelimited" },
    { in: "header" },
    { in: "cookie" },
  ];
  return json({
    paths: {
      "/a/{p}": {
        post: {
          parameters: [
            { name: "p", in: "path", required: true, schema },
            ...styles.map((style, index) => ({ ...style, name: `q${index}`, schema })),
          ],
          requestBody: { content },
          responses: { 200: { description: "", headers: { h: { schema } }, content } },
        },
      },
    },
    components: { schemas: components },
  });
}

const everywhere: readonly Bomb[] = (["allOf", "anyOf", "oneOf"] as const).map((keyword) => ({
  name: `${keyword} that doubles 40 times, wherever an operation has a schema`,
  files: () =>
    useEverywhere(
      doubling("#/components/schemas/A", (next) => ({ [keyword]: [next, next] })),
      "A0",
    ),
  code: undefined,
}));

/** References that multiply: a few schemas with exponentially many paths through them. */
export const doublingBombs: readonly Bomb[] = [
  ...everywhere,
  ...(["allOf", "oneOf"] as const).map(
    (keyword): Bomb => ({
      name: `${keyword} with defaults that doubles 40 times, to parts beside the components`,
      files: () => {
        const parts = doubling("#/x-parts/A", (next) => ({
          [keyword]: [next, next],
          properties: { a: { type: "integer", default: 1 } },
        }));
        const document: unknown = JSON.parse(
          useEverywhere({ A: { $ref: "#/x-parts/A0" } }, "A")["openapi.json"] ?? "",
        );
        return json({ ...(document as object), "x-parts": parts });
      },
      code: undefined,
    }),
  ),
  {
    name: "properties that double 40 times, wherever an operation has a schema",
    files: () => useEverywhere(doubling("#/components/schemas/A"), "A0"),
    code: undefined,
  },
  {
    name: "60 properties, each of which is the whole again, wherever an operation has a schema",
    files: () =>
      useEverywhere(
        {
          A: {
            type: "object",
            properties: members(60, (index) => [`p${index}`, { $ref: "#/components/schemas/A" }]),
          },
        },
        "A",
      ),
    code: undefined,
  },
  {
    name: "items, conditions and negations that double 40 times",
    files: () =>
      useEverywhere(
        doubling("#/components/schemas/A", (next) => ({
          not: { not: next },
          if: next,
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
          then: { items: next, contains: next },
          else: { additionalProperties: next, propertyNames: next },
        })),
        "A0",
      ),
    code: undefined,
  },
  {
    name: "references that double 40 times, to components",
    files: () => schemas(doubling("#/components/schemas/A")),
    code: undefined,
  },
  {
    name: "references that double 40 times, to other parts",
    files: () =>
      json({
        components: { schemas: { A: { $ref: "#/x-parts/A0" } } },
        "x-parts": doubling("#/x-parts/A"),
      }),
    code: undefined,
  },
  {
    name: "references in extensions that double 40 times",
    files: () =>
      schemas(
        doubling("#/components/schemas/A", (next) => ({
          type: "object",
          properties: { a: { type: "string", "x-expand": { oneOf: [next, next] } } },
        })),
      ),
    code: undefined,
  },
  {
    name: "path items of callbacks that double 40 times",
    files: () =>
      json({
        paths: { "/a": { $ref: "#/components/pathItems/A0" } },
        components: {
          pathItems: {
            ...doubling("#/components/pathItems/A", (next) => ({
              get: { responses: {}, callbacks: { a: { b: next, c: next } } },
            })),
            A40: { get: { responses: {} } },
          },
        },
      }),
    code: undefined,
  },
  {
    name: "allOf that doubles 40 times",
    files: () => schemas(doubling("#/components/schemas/A", (next) => ({ allOf: [next, next] }))),
    code: undefined,
  },
  {
    name: "oneOf that doubles 40 times",
    files: () => schemas(doubling("#/components/schemas/A", (next) => ({ oneOf: [next, next] }))),
    code: undefined,
  },
  {
    name: "allOf that doubles 40 times, with unevaluated members refused",
    files: () =>
      schemas({
        ...doubling("#/components/schemas/A", (next) => ({ allOf: [next, next] })),
        Closed: { $ref: "#/components/schemas/A0", unevaluatedProperties: false },
      }),
    code: "too-many-parts",
  },
  {
    name: "anyOf of objects that doubles 40 times in parameters",
    files: () =>
      json({
        paths: {
          "/a": {
            get: {
              parameters: [{ name: "a", in: "query", schema: { $ref: "#/components/schemas/A0" } }],
              responses: {},
            },
          },
        },
        components: {
          schemas: doubling("#/components/schemas/A", (next) => ({ anyOf: [next, next] })),
        },
      }),
    code: undefined,
  },
  {
    name: "objects that are put together in 2^40 ways, split by direction",
    files: () =>
      schemas(
        doubling("#/components/schemas/A", (next) => ({
          type: "object",
          allOf: [next],
          anyOf: [next, { required: ["a"] }],
          required: [`p${next.$ref.slice(-2)}`],
          properties: {
            [`p${next.$ref.slice(-2)}`]: { type: "string", readOnly: true },
            [`q${next.$ref.slice(-2)}`]: next,
          },
        })),
      ),
    code: undefined,
  },
];
