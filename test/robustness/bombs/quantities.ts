import { type Bomb, count, members, schemas } from "./bomb.ts";

/** Schemas that have very many of something. */
export const quantityBombs: readonly Bomb[] = [
  {
    name: "100,000 properties",
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
    name: "50,000 required properties with a default, half of them read-only",
    files: () =>
      schemas({
        A: {
          type: "object",
          required: count(50_000, (index) => `p${index}`),
          properties: members(50_000, (index) => [
            `p${index}`,
            { type: "integer", default: index, readOnly: index % 2 === 0 },
          ]),
        },
      }),
    code: undefined,
  },
  {
    name: "20,000 schemas",
    files: () =>
      schemas(
        members(20_000, (index) => [
          `A${index}`,
          { type: "object", properties: { a: { type: "string" } } },
        ]),
      ),
    code: undefined,
  },
  {
    name: "20,000 parts in allOf, anyOf and oneOf",
    files: () => {
      const parts = count(20_000, (index) => ({ required: [`p${index}`] }));
      return schemas({ A: { allOf: parts }, B: { anyOf: parts }, C: { oneOf: parts } });
    },
    code: undefined,
  },
  {
    name: "3,000 alternatives with a discriminator",
    files: () =>
      schemas({
        A: {
          oneOf: count(3000, (index) => ({ $ref: `#/components/schemas/B${index}` })),
          discriminator: { propertyName: "kind" },
        },
        ...members(3000, (index) => [
          `B${index}`,
          {
            type: "object",
            required: ["kind"],
            properties: { kind: { const: `k${index}` }, a: { type: "string", readOnly: true } },
          },
        ]),
      }),
    code: undefined,
  },
  {
    name: "a tuple of 100,000 items",
    files: () =>
      schemas({
        A: { type: "array", prefixItems: count(100_000, () => ({ type: "string" })), items: false },
      }),
    code: undefined,
  },
  {
    name: "300 properties that depend on 300 others each",
    files: () =>
      schemas({
        A: {
          dependentRequired: members(300, (index) => [`p${index}`, count(300, (at) => `p${at}`)]),
          dependentSchemas: members(300, (index) => [
            `p${index}`,
            { required: count(300, (at) => `p${at}`) },
          ]),
        },
      }),
    code: undefined,
  },
  {
    name: "20,000 unknown keywords, and values that no keyword wants",
    files: () =>
      schemas({
        A: members(20_000, (index) => [`x-${index}`, index]),
        ...members(20_000, (index) => [`B${index}`, { type: "text", minLength: "1" }]),
      }),
    code: undefined,
  },
  {
    name: "20,000 strings whose content is not enforced",
    files: () =>
      schemas({
        A: { properties: members(20_000, (index) => [`p${index}`, { contentEncoding: "base64" }]) },
      }),
    code: undefined,
  },
  {
    name: "100,000 values of an enum that differ in kind",
    files: () =>
      schemas({
        A: {
          enum: count(100_000, (index) => [index, `${index}`, [index], { a: index }][index % 4]),
        },
      }),
    code: undefined,
  },
];
