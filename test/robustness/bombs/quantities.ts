import { type Bomb, count, json, members, operation, schemas } from "./bomb.ts";

/** Documents that have very many of something. */
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
    name: "5,000 operations",
    files: () =>
      json({
        paths: members(5000, (index) => [
          `/${index}`,
          { get: { operationId: `get${index}`, responses: {} } },
        ]),
      }),
    code: undefined,
  },
  {
    name: "500 tags",
    files: () =>
      json({
        paths: members(500, (index) => [
          `/${index}`,
          { get: { tags: [`t${index}`], responses: {} } },
        ]),
      }),
    code: undefined,
  },
  {
    name: "20,000 tags of one operation",
    files: () => operation({ tags: count(20_000, (index) => `t${index}`) }),
    code: undefined,
  },
  {
    name: "20,000 parameters of an operation",
    files: () =>
      operation({
        parameters: count(20_000, (index) => ({
          name: `p${index}`,
          in: "query",
          schema: { type: "integer" },
        })),
      }),
    code: undefined,
  },
  {
    name: "20,000 parameters of the same name",
    files: () =>
      operation({ parameters: count(20_000, () => ({ name: "a", in: "query", schema: {} })) }),
    code: "duplicate-parameter",
  },
  {
    name: "1,500 parameters in one path",
    files: () =>
      json({
        paths: {
          [`/${count(1500, (index) => `{${index}}`).join("")}`]: {
            parameters: count(1500, (index) => ({
              name: `${index}`,
              in: "path",
              required: true,
              schema: {},
            })),
            get: { responses: {} },
          },
        },
      }),
    code: undefined,
  },
  {
    name: "1,500 parameters in one path that are not described",
    files: () =>
      json({
        paths: {
          [`/${count(1500, (index) => `{${index}}`).join("")}`]: { get: { responses: {} } },
        },
      }),
    code: undefined,
  },
  {
    name: "10,000 answers of an operation",
    files: () =>
      operation({
        responses: members(10_000, (index) => [
          `${index}`,
          { description: "a", content: { "application/json": { schema: {} } } },
        ]),
      }),
    code: "invalid-status",
  },
  {
    name: "10,000 media types of an answer",
    files: () =>
      operation({
        responses: {
          200: {
            description: "",
            content: members(10_000, (index) => [`a/b${index}`, { schema: { type: "string" } }]),
          },
        },
      }),
    code: undefined,
  },
  {
    name: "20,000 headers of an answer",
    files: () =>
      operation({
        responses: {
          200: {
            description: "",
            headers: members(20_000, (index) => [`x-${index}`, { schema: { type: "integer" } }]),
          },
        },
      }),
    code: undefined,
  },
  {
    name: "50,000 servers with variables",
    files: () =>
      json({
        servers: count(50_000, (index) => ({
          url: `https://{a}.example/${index}`,
          variables: { a: { default: "b" } },
        })),
        paths: { "/a": { get: { responses: {} } } },
      }),
    code: undefined,
  },
  {
    name: "20,000 security schemes, all of them asked for",
    files: () =>
      json({
        paths: { "/a": { get: { responses: {} } } },
        security: count(20_000, (index) => ({ [`s${index}`]: [] })),
        components: {
          securitySchemes: members(20_000, (index) => [
            `s${index}`,
            { type: "apiKey", in: "header", name: `x-${index}` },
          ]),
        },
      }),
    code: undefined,
  },
  {
    name: "1,000 callbacks of 10 operations each",
    files: () =>
      operation({
        callbacks: members(1000, (index) => [
          `c${index}`,
          members(10, (at) => [`{$request.body#/a${at}}`, { post: { responses: {} } }]),
        ]),
      }),
    code: undefined,
  },
  {
    name: "5,000 webhooks",
    files: () =>
      json({
        webhooks: members(5000, (index) => [
          `w${index}`,
          {
            post: {
              requestBody: { content: { "application/json": { schema: {} } } },
              responses: {},
            },
          },
        ]),
      }),
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
