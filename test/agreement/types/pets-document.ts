/** A schema whose type a transform changes. */
export const date: object = { type: "string", format: "date-time" };

const blob = { type: "string", format: "binary" };

const operation = {
  operationId: "send",
  parameters: [
    { name: "since", in: "query", schema: date },
    { name: "X-Days", in: "header", schema: { type: "array", items: date } },
  ],
  requestBody: {
    content: {
      "multipart/form-data": {
        schema: {
          type: "object",
          required: ["file"],
          properties: { file: blob, more: { type: "array", items: blob } },
        },
      },
      "application/octet-stream": { schema: blob },
    },
  },
  responses: {
    200: {
      description: "",
      headers: { "Last-Modified": { schema: date } },
      content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
    },
  },
};

/** Dates and files at each place, nullable as OpenAPI 3.0 has it. */
export const document: Readonly<Record<string, unknown>> = {
  openapi: "3.0.3",
  info: { title: "Dates", version: "1" },
  paths: { "/pets": { post: operation } },
  components: {
    schemas: {
      Moment: date,
      Pet: {
        type: "object",
        required: ["born"],
        properties: {
          born: date,
          died: { ...date, nullable: true },
          walks: { type: "array", items: date },
          naps: { type: "array", items: { ...date, nullable: true } },
          seen: { oneOf: [date, { type: "integer" }] },
          named: { $ref: "#/components/schemas/Moment" },
          byName: { type: "object", additionalProperties: date },
          day: { type: "string", format: "date" },
          old: { type: "boolean", default: false },
        },
      },
      Puppy: {
        allOf: [
          { $ref: "#/components/schemas/Pet" },
          { type: "object", properties: { weaned: date } },
        ],
      },
    },
  },
};
