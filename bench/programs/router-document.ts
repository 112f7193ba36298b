/** The body that is sent and returned. Fastify returns it unchanged. */
export const itemSchema: object = {
  type: "object",
  required: ["name", "tags"],
  properties: {
    name: { type: "string", minLength: 1, maxLength: 100 },
    note: { type: "string" },
    count: { type: "integer", minimum: 0 },
    tags: { type: "array", items: { type: "string" }, maxItems: 20 },
  },
};

/** The document of the router's benchmark: a GET with parameters and a POST with a body. */
export const routerDocument: object = {
  openapi: "3.1.0",
  info: { title: "Router", version: "1" },
  paths: {
    "/items/{id}": {
      get: {
        operationId: "getItem",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } },
          {
            name: "limit",
            in: "query",
            schema: { type: "integer", minimum: 1, maximum: 100, default: 20 },
          },
          {
            name: "tags",
            in: "query",
            style: "form",
            explode: false,
            schema: { type: "array", items: { type: "string" } },
          },
        ],
        responses: {
          "200": {
            description: "ok",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Item" } } },
          },
        },
      },
    },
    "/items": {
      post: {
        operationId: "createItem",
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Item" } } },
        },
        responses: {
          "201": {
            description: "ok",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Item" } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Item: itemSchema,
    },
  },
};

/** The body of requests and answers. */
export const item: object = {
  name: "A thing",
  note: "with a note",
  count: 3,
  tags: ["a", "b", "c"],
};
