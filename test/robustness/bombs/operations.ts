import { type Bomb, count, json, members, operation } from "./bomb.ts";

/** Operations that are very many, or have very many of something. */
export const operationBombs: readonly Bomb[] = [
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
];
