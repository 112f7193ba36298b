import { type Bomb, count, json, megabyte, members, schemas } from "./bomb.ts";

/** A schema with alternatives and a discriminator with a large mapping. */
function kinds(
  length: number,
  schema: (index: number) => string,
): Readonly<Record<string, string>> {
  return schemas({
    A: {
      oneOf: count(2, (index) => ({ $ref: `#/components/schemas/B${index}` })),
      discriminator: {
        propertyName: "kind",
        mapping: members(length, (index) => [`k${index}`, schema(index)]),
      },
    },
    ...members(2, (index) => [
      `B${index}`,
      { type: "object", required: ["kind"], properties: { kind: { type: "string" } } },
    ]),
  });
}

/** Very many schemas, names and values, and very long chains of references. */
export const multitudeBombs: readonly Bomb[] = [
  {
    name: "a description of 20 MB",
    files: () =>
      json({
        paths: { "/a": { get: { description: "word ".repeat(4 * megabyte), responses: {} } } },
      }),
    code: undefined,
  },
  {
    name: "500,000 values of an enum",
    files: () => schemas({ A: { type: "string", enum: count(500_000, (index) => `v${index}`) } }),
    code: undefined,
  },
  {
    name: "100,000 required properties that are described",
    files: () =>
      schemas({
        A: {
          type: "object",
          required: count(100_000, (index) => `p${index}`),
          properties: members(100_000, (index) => [`p${index}`, { type: "integer" }]),
        },
      }),
    code: undefined,
  },
  {
    name: "20,000 names that all depend on the others next to them",
    files: () =>
      schemas({
        A: {
          type: "object",
          dependentRequired: members(20_000, (index) => [
            `p${index}`,
            count(10, (at) => `p${(index + at) % 20_000}`),
          ]),
        },
      }),
    code: undefined,
  },
  {
    name: "a discriminator with 50,000 names for two schemas",
    files: () => kinds(50_000, (index) => `#/components/schemas/B${index % 2}`),
    code: undefined,
  },
  {
    name: "a discriminator with 50,000 names for nothing",
    files: () => kinds(50_000, (index) => `#/components/schemas/None${index}`),
    code: undefined,
    warning: "unresolved-reference",
  },
  {
    name: "an example of 400,000 values of a schema",
    files: () =>
      schemas({
        A: { type: "array", example: count(400_000, (index) => ({ a: `value ${index}` })) },
      }),
    code: undefined,
  },
  {
    name: "allOf in diamonds, 200 levels of them",
    files: () =>
      schemas({
        ...members(200, (index) => [
          `A${index}`,
          {
            allOf: [
              { $ref: `#/components/schemas/L${index}` },
              { $ref: `#/components/schemas/R${index}` },
            ],
          },
        ]),
        ...members(200, (index) => [
          `L${index}`,
          { allOf: [{ $ref: `#/components/schemas/A${index + 1}` }], required: [`l${index}`] },
        ]),
        ...members(200, (index) => [
          `R${index}`,
          {
            allOf: [{ $ref: `#/components/schemas/A${index + 1}` }],
            properties: { [`r${index}`]: { type: "string" } },
          },
        ]),
        A200: { type: "object", properties: { a: { type: "string" } } },
      }),
    code: undefined,
  },
  {
    name: "a $dynamicRef behind 200 schemas that each could mean another",
    files: () =>
      schemas({
        ...members(200, (index) => [
          `A${index}`,
          {
            $id: `https://a.example/${index}`,
            $dynamicAnchor: "node",
            type: "object",
            properties: { next: { $ref: `${(index + 1) % 200}` }, self: { $dynamicRef: "#node" } },
          },
        ]),
      }),
    code: "too-many-dynamic-scopes",
  },
  {
    name: "500 schemas that each refer to all, split by direction",
    files: () =>
      schemas(
        members(500, (index) => [
          `A${index}`,
          {
            type: "object",
            properties: {
              id: { type: "string", readOnly: index % 2 === 0, writeOnly: index % 2 === 1 },
              ...members(100, (at) => [
                `p${at}`,
                { $ref: `#/components/schemas/A${(index * 7 + at) % 500}` },
              ]),
            },
          },
        ]),
      ),
    arguments: ["--read-write-split"],
    code: undefined,
  },
  {
    name: "60 schemas that each require all others",
    files: () =>
      schemas(
        members(60, (index) => [
          `A${index}`,
          {
            type: "object",
            required: count(60, (at) => `p${at}`),
            properties: members(60, (at) => [`p${at}`, { $ref: `#/components/schemas/A${at}` }]),
          },
        ]),
      ),
    code: undefined,
  },
  {
    name: "items 100 levels deep in OpenAPI 3.0, nullable at each",
    files: () => {
      let schema: object = { type: "string", nullable: true };
      for (let level = 0; level < 100; level += 1) {
        schema = { type: "array", nullable: true, items: schema };
      }
      return json({
        openapi: "3.0.3",
        paths: {
          "/a": {
            get: {
              parameters: [{ name: "a", in: "query", schema }],
              responses: {
                200: { description: "", content: { "application/json": { schema } } },
              },
            },
          },
        },
        components: { schemas: members(100, (index) => [`A${index}`, schema]) },
      });
    },
    code: undefined,
  },
  {
    name: "100,000 properties that are numbers",
    files: () =>
      schemas({
        A: {
          type: "object",
          properties: members(100_000, (index) => [`${index}`, { type: "boolean" }]),
        },
      }),
    code: undefined,
  },
  {
    name: "properties with the largest numbers as names",
    files: () =>
      schemas({
        A: {
          type: "object",
          properties: members(50_000, (index) => [`${4_294_967_000 + index}`, { type: "boolean" }]),
        },
      }),
    code: undefined,
  },
  {
    name: "properties 120 levels deep that are written out, 20 times",
    files: () => {
      let schema: object = { type: "string" };
      for (let level = 0; level < 120; level += 1) {
        schema = { type: "object", properties: { a: schema } };
      }
      return schemas(members(20, (index) => [`A${index}`, schema]));
    },
    code: undefined,
  },
];
