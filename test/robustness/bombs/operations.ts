import { type Bomb, count, json, members, operation } from "./bomb.ts";

const answer = { 200: { description: "" } };

/** Documents with very many operations, or with operations that have very many parts. */
export const operationBombs: readonly Bomb[] = [
  {
    name: "20,000 parameters of the same name",
    files: () =>
      operation({ parameters: count(20_000, () => ({ name: "a", in: "query", schema: {} })) }),
    code: undefined,
    warning: "duplicate-parameter",
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
    warning: "missing-path-parameter",
  },
  {
    name: "1,000 lists with one answer of 1,000 members, which has other names than they say",
    files: () =>
      json({
        paths: members(1000, (index) => [
          `/${index}`,
          {
            get: {
              "x-pagination": { type: "page", page: "query.page", items: "/dat" },
              parameters: [{ name: "page", in: "query", schema: { type: "integer" } }],
              responses: {
                200: {
                  description: "",
                  content: { "application/json": { schema: { $ref: "#/components/schemas/All" } } },
                },
              },
            },
          },
        ]),
        components: {
          schemas: {
            All: {
              type: "object",
              properties: members(1000, (index) => [`a${index}`, { type: "array" }]),
            },
          },
        },
      }),
    code: undefined,
    warning: "invalid-pagination",
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
    code: undefined,
    warning: "invalid-status",
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
    name: "10,000 operations",
    files: () =>
      json({
        paths: members(10_000, (index) => [
          `/${index}`,
          { get: { operationId: `get${index}`, responses: answer } },
        ]),
      }),
    code: undefined,
  },
  {
    name: "50,000 parameters of an operation",
    files: () =>
      operation({
        parameters: count(50_000, (index) => ({
          name: `p${index}`,
          in: index % 2 === 0 ? "query" : "header",
          schema: { type: "string" },
        })),
      }),
    code: undefined,
  },
  {
    name: "500,000 numbers of an enum in a parameter",
    files: () =>
      operation({
        parameters: [
          { name: "a", in: "query", schema: { type: "integer", enum: count(500_000, (at) => at) } },
        ],
      }),
    code: undefined,
  },
  {
    name: "a chain of 10,000 path items",
    files: () =>
      json({
        paths: { "/a": { $ref: "#/components/pathItems/P0" } },
        components: {
          pathItems: {
            ...members(10_000, (index) => [
              `P${index}`,
              { $ref: `#/components/pathItems/P${index + 1}` },
            ]),
            P10000: { get: { responses: answer } },
          },
        },
      }),
    code: undefined,
  },
  {
    name: "examples of 50 MB in a media type",
    files: () =>
      operation({
        responses: {
          200: {
            description: "",
            content: {
              "application/json": {
                schema: {},
                examples: { A: { value: count(1_000_000, (index) => ({ a: `value ${index}` })) } },
              },
            },
          },
        },
      }),
    code: undefined,
  },
  {
    name: "20,000 inline schemas of the same shape",
    files: () =>
      json({
        paths: members(2000, (index) => [
          `/${index}`,
          {
            post: {
              requestBody: {
                content: {
                  "application/json": {
                    schema: {
                      type: "object",
                      properties: members(10, (at) => [
                        `p${at}`,
                        {
                          type: "object",
                          properties: { a: { type: "string" }, b: { type: "integer" } },
                        },
                      ]),
                    },
                  },
                },
              },
              responses: answer,
            },
          },
        ]),
      }),
    code: undefined,
  },
  {
    name: "links of an answer to 10,000 operations",
    files: () =>
      operation({
        responses: {
          200: {
            description: "",
            links: members(10_000, (index) => [
              `l${index}`,
              { operationRef: "#/paths/~1a/get", parameters: { a: "$response.body#/a" } },
            ]),
          },
        },
      }),
    code: undefined,
  },
];
