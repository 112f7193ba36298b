const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const ok = { description: "" };

/** A document that uses every flag: enums of every kind, read-only and write-only members, missing parameters. */
export const flagsFixture: Readonly<Record<string, unknown>> = {
  openapi: "3.1.0",
  info: { title: "Flags", version: "1" },
  paths: {
    "/pets/{petId}/toys/{toy-id}": {
      parameters: [
        { name: "petId", in: "path", required: true, schema: { type: "integer" } },
        { name: "order", in: "query", schema: { type: "string", enum: ["asc", "desc"] } },
      ],
      get: {
        operationId: "listToys",
        parameters: [
          {
            name: "kind",
            in: "query",
            schema: { type: "array", items: { enum: ["ball", "bone"] } },
          },
          { name: "x-mode", in: "header", deprecated: true, schema: { enum: ["fast", "slow"] } },
        ],
        responses: {
          200: {
            description: "",
            headers: { "x-state": { schema: { type: "string", enum: ["new", "old"] } } },
            content: {
              "application/json": {
                schema: {
                  type: "array",
                  items: { type: "object", properties: { size: { enum: ["s", "l"] } } },
                },
              },
            },
          },
        },
      },
      post: {
        requestBody: {
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: { level: { type: "integer", enum: [1, 2, -3], default: 1 } },
              },
            },
          },
        },
        responses: { 201: ok },
      },
    },
    "/status": { get: { deprecated: true, responses: { 204: ok } } },
  },
  webhooks: {
    moved: { post: { operationId: "moved", responses: { 200: ok } } },
  },
  components: {
    parameters: {
      Sort: { name: "sort", in: "query", schema: { type: "string", enum: ["up", "down"] } },
    },
    schemas: {
      Color: { type: "string", enum: ["red", "dark-green", "+", "a+b", "1st", "-x", "class"] },
      Number: { type: "number", enum: [0, 1.5, -2] },
      Named: {
        type: "integer",
        enum: [1, 2],
        "x-enum-varnames": ["One", "Two"],
        "x-enum-descriptions": ["The first", "The second"],
      },
      AlsoNamed: {
        type: "string",
        enum: ["a", "b"],
        "x-enumNames": ["Alpha", "Beta"],
        "x-enumDescriptions": ["The letter a", "The letter b"],
      },
      WithNull: { type: ["string", "null"], enum: ["x", null] },
      Nullable: { type: ["string", "null"], enum: ["x", "y"] },
      Mixed: { enum: ["on", true, 1] },
      Again: {
        type: "object",
        properties: { color: { enum: ["up", "down"] }, same: { enum: ["down", "up"] } },
      },
      "http-server_v2Status": {
        type: "object",
        properties: {
          state: { type: "string", enum: ["up", "down"] },
          map: { type: "object", additionalProperties: { type: "string", enum: ["m", "n"] } },
          either: {
            oneOf: [{ enum: ["p", "q"] }, { type: "object", properties: { r: { enum: ["r"] } } }],
          },
          list: {
            type: "array",
            items: { type: "string", enum: ["i", "j"] },
            minItems: 2,
          },
          nested: {
            type: "object",
            properties: { deep: { type: ["string", "null"], enum: ["d"] } },
          },
        },
      },
      HTTPError: { type: "object", properties: { code: { type: "integer", default: 1 } } },
      error2fa: { type: "object", properties: {} },
      User: {
        type: "object",
        required: ["id", "name", "secret", "both"],
        properties: {
          id: { type: "string", readOnly: true },
          name: { type: "string" },
          secret: { type: "string", writeOnly: true },
          both: { type: "string", readOnly: true, writeOnly: true },
          address: {
            type: "object",
            properties: { street: { type: "string" }, pin: { type: "integer", writeOnly: true } },
          },
          friends: { type: "array", items: ref("User") },
          roles: { type: "array", readOnly: true, items: { type: "string" } },
          color: { ...ref("Color"), readOnly: true },
        },
      },
      Cat: {
        allOf: [ref("Animal"), { type: "object", properties: { claws: { type: "string" } } }],
      },
      Animal: {
        type: "object",
        required: ["kind"],
        properties: { kind: { type: "string" } },
        discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat" } },
      },
      Old: { type: "object", deprecated: true, properties: { a: { type: "string" } } },
    },
  },
};
