/** The API of the examples in the README of openapi-react-query. */
export const blogDocument: object = {
  openapi: "3.1.0",
  info: { title: "Blog", version: "1" },
  paths: {
    "/blogposts": {
      get: {
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer" } },
          { name: "page", in: "query", schema: { type: "integer" } },
        ],
        responses: {
          200: answerJson({
            type: "object",
            required: ["posts"],
            properties: {
              posts: { type: "array", items: { $ref: "#/components/schemas/Post" } },
              next: { type: "integer" },
            },
          }),
        },
      },
      put: {
        requestBody: { required: true, ...answerJson({ $ref: "#/components/schemas/Post" }) },
        responses: {
          201: answerJson({ $ref: "#/components/schemas/Post" }),
          500: answerJson({ $ref: "#/components/schemas/Failure" }),
        },
      },
    },
    "/blogposts/{post_id}": {
      parameters: [{ name: "post_id", in: "path", required: true, schema: { type: "integer" } }],
      get: {
        responses: {
          200: answerJson({ $ref: "#/components/schemas/Post" }),
          404: answerJson({ $ref: "#/components/schemas/Failure" }),
        },
      },
      delete: { responses: { 204: { description: "" } } },
    },
    "/ping": { get: { responses: { 200: answerJson({ type: "boolean" }) } } },
  },
  components: {
    schemas: {
      Post: { type: "object", required: ["title"], properties: { title: { type: "string" } } },
      Failure: {
        type: "object",
        required: ["message"],
        properties: { message: { type: "string" } },
      },
    },
  },
};

function answerJson(schema: object): object {
  return { description: "", content: { "application/json": { schema } } };
}
