const ok = {
  description: "",
  content: {
    "application/json": { schema: { type: "object", properties: { ok: { type: "boolean" } } } },
  },
};
const json = (schema: object): object => ({
  description: "",
  content: { "application/json": { schema } },
});
const object = (properties: object): object => ({ type: "object", properties });
const number = { type: "number" };
const string = { type: "string" };

/** Inputs, bodies and lists of every kind, and names that clash. */
export const clientDocument: object = {
  openapi: "3.1.0",
  info: { title: "Fixture", version: "1" },
  paths: {
    "/things/{id}": {
      put: {
        operationId: "putThing",
        deprecated: true,
        parameters: [
          { name: "id", in: "path", required: true, schema: number },
          { name: "id", in: "query", schema: number },
          { name: "limit", in: "query", schema: number },
          {
            name: "filter",
            in: "query",
            style: "deepObject",
            schema: { type: "object", additionalProperties: string },
          },
          { name: "X-Trace", in: "header", schema: string },
          { name: "session", in: "cookie", schema: string },
        ],
        requestBody: { required: true, content: { "text/plain": { schema: string } } },
        responses: { 200: { description: "", content: { "text/plain": { schema: string } } } },
      },
    },
    "/form": {
      post: {
        operationId: "sendForm",
        requestBody: {
          required: true,
          content: {
            "application/x-www-form-urlencoded": {
              schema: object({
                a: number,
                list: { type: "array", items: string },
                deep: object({ b: number }),
              }),
              encoding: { list: { explode: false } },
            },
          },
        },
        responses: { 200: ok },
      },
    },
    "/upload": {
      post: {
        operationId: "upload",
        requestBody: {
          required: true,
          content: {
            "multipart/form-data": {
              schema: {
                ...object({
                  name: string,
                  file: { type: "string", contentMediaType: "image/png" },
                  more: { type: "array", items: { type: "string", format: "binary" } },
                }),
                required: ["name"],
              },
              encoding: { file: { contentType: "image/png" } },
            },
          },
        },
        responses: { 200: ok },
      },
    },
    "/raw": {
      post: {
        operationId: "sendRaw",
        requestBody: {
          required: true,
          content: {
            "application/octet-stream": {},
            "application/json": { schema: object({ json: { type: "boolean" } }) },
          },
        },
        responses: { 200: ok },
      },
    },
    "/cursor": {
      get: {
        operationId: "byCursor",
        "x-pagination": { type: "cursor", items: "/items", next: "/next", cursor: "query.cursor" },
        parameters: [{ name: "cursor", in: "query", schema: string }],
        responses: {
          200: json(
            object({ items: { type: "array", items: number }, next: { type: ["string", "null"] } }),
          ),
        },
      },
    },
    "/pages": {
      post: {
        operationId: "byPage",
        "x-pagination": {
          type: "page",
          items: "/list/items",
          page: "body.number",
          total_pages: "/total",
        },
        requestBody: {
          required: true,
          content: { "application/json": { schema: object({ size: number, number }) } },
        },
        responses: {
          200: json(
            object({ list: object({ items: { type: "array", items: string } }), total: number }),
          ),
        },
      },
    },
    "/client": {
      get: {
        operationId: "viaClient",
        parameters: [
          { name: "ids", in: "query", explode: false, schema: { type: "array", items: number } },
          { name: "c", in: "cookie", schema: string },
        ],
        responses: { 200: ok },
      },
    },
    "/broken": {
      get: {
        operationId: "broken",
        tags: ["Second"],
        responses: {
          204: { description: "" },
          404: json(object({ code: number })),
          "5XX": json(string),
          default: json({ type: "boolean" }),
        },
      },
    },
  },
};
