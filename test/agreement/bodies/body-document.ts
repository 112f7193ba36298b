/** A document with every kind of body, stream and header that the client and the router support. */
export const bodyDocument: object = {
  openapi: "3.2.0",
  info: { title: "Bodies", version: "1" },
  tags: [{ name: "bodies" }],
  paths: {
    "/upload": {
      post: {
        operationId: "upload",
        requestBody: {
          required: true,
          content: {
            "multipart/form-data": {
              schema: { $ref: "#/components/schemas/Upload" },
              encoding: {
                avatar: {
                  contentType: "image/png, image/jpeg",
                  headers: { "X-Checksum": { required: true, schema: { type: "integer" } } },
                },
                notes: { contentType: "text/plain" },
              },
            },
          },
        },
        responses: { 204: { description: "" } },
      },
    },
    "/form": {
      post: {
        operationId: "form",
        requestBody: {
          required: true,
          content: {
            "application/x-www-form-urlencoded": {
              schema: {
                type: "object",
                required: ["name"],
                properties: {
                  name: { type: "string" },
                  ids: { type: "array", items: { type: "integer" } },
                  tags: { type: "array", items: { type: "string" } },
                  point: { type: "object", properties: { x: { type: "number" } } },
                  deep: {
                    type: "object",
                    properties: { a: { type: "boolean" }, "k[l]": { type: "integer" } },
                  },
                  "refs[]": { type: "array", items: { type: "string" } },
                  path: { type: "string" },
                  items: { type: "array", items: { $ref: "#/components/schemas/Item" } },
                  item: { anyOf: [{ $ref: "#/components/schemas/Item" }, { type: "null" }] },
                  nested: { type: "array", items: { type: "array", items: { type: "integer" } } },
                },
              },
              encoding: {
                ids: { style: "form", explode: false },
                deep: { style: "deepObject" },
                path: { allowReserved: true },
              },
            },
          },
        },
        responses: { 204: { description: "" } },
      },
    },
    "/choice": {
      post: {
        operationId: "choice",
        requestBody: {
          content: {
            "text/plain": { schema: { type: "string" } },
            "application/json": { schema: { $ref: "#/components/schemas/Item" } },
            "image/*": {},
            "application/octet-stream": {},
          },
        },
        responses: {
          200: {
            description: "",
            content: {
              "text/csv": { schema: { type: "string" } },
              "application/json": { schema: { $ref: "#/components/schemas/Item" } },
              "application/octet-stream": {},
            },
          },
        },
      },
    },
    "/headers": {
      get: {
        operationId: "headers",
        parameters: [{ name: "fail", in: "query", schema: { type: "boolean" } }],
        responses: {
          200: {
            description: "",
            headers: {
              "X-Count": { required: true, schema: { type: "integer" } },
              "X-Flags": { schema: { type: "array", items: { type: "boolean" } } },
              "X-Point": {
                explode: true,
                schema: { type: "object", properties: { x: { type: "number" } } },
              },
              "X-Json": {
                content: { "application/json": { schema: { $ref: "#/components/schemas/Item" } } },
              },
              "X-Text": { schema: { type: "string" } },
            },
            content: { "application/json": { schema: { $ref: "#/components/schemas/Item" } } },
          },
          404: {
            description: "",
            headers: { "X-Count": { schema: { type: "boolean" } } },
            content: { "application/json": { schema: { $ref: "#/components/schemas/Item" } } },
          },
        },
      },
    },
    "/events": {
      get: {
        operationId: "events",
        parameters: [
          { name: "kind", in: "query", schema: { type: "string" } },
          { name: "Last-Event-ID", in: "header", schema: { type: "string" } },
        ],
        responses: {
          200: {
            description: "",
            content: {
              "text/event-stream": { itemSchema: { $ref: "#/components/schemas/Event" } },
            },
          },
        },
      },
    },
    "/chunks": {
      get: {
        operationId: "chunks",
        responses: {
          200: {
            description: "",
            content: {
              "text/event-stream": {
                schema: { $ref: "#/components/schemas/Item" },
                "x-stream-terminator": "[DONE]",
              },
            },
          },
        },
      },
    },
    "/lines": {
      post: {
        operationId: "lines",
        requestBody: {
          required: true,
          content: { "application/x-ndjson": { schema: { $ref: "#/components/schemas/Item" } } },
        },
        responses: {
          200: {
            description: "",
            content: { "application/jsonl": { itemSchema: { $ref: "#/components/schemas/Item" } } },
          },
        },
      },
    },
    "/sequence": {
      post: {
        operationId: "sequence",
        requestBody: {
          required: true,
          content: {
            "application/json-seq": { itemSchema: { $ref: "#/components/schemas/Item" } },
          },
        },
        responses: {
          200: {
            description: "",
            content: {
              "application/json-seq": {
                schema: { type: "array", items: { $ref: "#/components/schemas/Item" } },
              },
            },
          },
        },
      },
    },
    "/search": {
      parameters: [
        {
          name: "filter",
          in: "querystring",
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Item" } } },
        },
      ],
      get: { operationId: "searchByQuerystring", responses: { 204: { description: "" } } },
      query: {
        operationId: "searchByQuery",
        requestBody: {
          required: true,
          content: { "application/json": { $ref: "#/components/mediaTypes/Item" } },
        },
        responses: {
          200: {
            description: "",
            content: { "application/json": { $ref: "#/components/mediaTypes/Item" } },
          },
        },
      },
      additionalOperations: {
        COPY: { operationId: "copySearch", responses: { 204: { description: "" } } },
      },
    },
  },
  components: {
    mediaTypes: { Item: { schema: { $ref: "#/components/schemas/Item" } } },
    schemas: {
      Item: {
        type: "object",
        required: ["n"],
        properties: { n: { type: "integer" }, text: { type: "string" } },
      },
      Event: {
        type: "object",
        required: ["data"],
        properties: { id: { type: "string" }, retry: { type: "integer" } },
        oneOf: [
          {
            required: ["event", "data"],
            properties: { event: { const: "text" }, data: { type: "string" } },
          },
          {
            required: ["event", "data"],
            properties: {
              event: { const: "item" },
              data: {
                type: "string",
                contentMediaType: "application/json",
                contentSchema: { $ref: "#/components/schemas/Item" },
              },
            },
          },
        ],
      },
      Upload: {
        type: "object",
        required: ["name", "avatar"],
        properties: {
          name: { type: "string", minLength: 1 },
          count: { type: "integer" },
          public: { type: "boolean", default: true },
          item: { $ref: "#/components/schemas/Item" },
          ids: { type: "array", items: { type: "integer" } },
          items: { type: "array", items: { $ref: "#/components/schemas/Item" } },
          notes: { type: "string" },
          avatar: { type: "string", format: "binary", maxLength: 100 },
          files: { type: "array", maxItems: 3, items: { contentMediaType: "application/pdf" } },
          anything: {},
        },
        additionalProperties: false,
      },
    },
  },
};
