/** A document with everything that types depend on, including features that our own document does not use. */
export const fixture: Readonly<Record<string, unknown>> = {
  openapi: "3.1.0",
  info: { title: "Types", version: "1" },
  paths: {
    "/pets/{id}/{flag}": {
      summary: "A pet",
      parameters: [
        { name: "id", in: "path", required: true, schema: { type: "integer" } },
        { name: "flag", in: "path", required: true, schema: { type: "boolean" } },
        { $ref: "#/components/parameters/trace" },
      ],
      get: {
        operationId: "pets/get",
        parameters: [
          { name: "fields", in: "query", schema: { type: "array", items: { type: "string" } } },
          {
            name: "from",
            in: "query",
            schema: { type: "object", properties: { a: { type: "string", default: "x" } } },
          },
          {
            name: "session",
            in: "cookie",
            required: true,
            content: { "application/json": { schema: {} } },
          },
          { name: "old", in: "query", deprecated: true },
        ],
        responses: {
          200: { $ref: "#/components/responses/pet" },
          "4XX": {
            description: "No",
            headers: {
              "x-left": { required: true, schema: { type: "integer" } },
              "x-right": { schema: { type: "string" } },
              "x-both": { $ref: "#/components/headers/both" },
              "x-json": { content: { "application/json": { schema: { type: "object" } } } },
            },
          },
          default: {
            description: "Any",
            content: { "text/plain": {}, "application/json": { schema: true } },
          },
        },
      },
      put: {
        description: "Ends */ here",
        requestBody: {
          content: { "application/json": { schema: { $ref: "#/components/schemas/Cat" } } },
        },
        responses: {},
      },
      delete: {
        operationId: "__proto__",
        requestBody: { $ref: "#/components/requestBodies/pet" },
        responses: { 204: { description: "" } },
      },
    },
    "/again": { $ref: "#/components/pathItems/again" },
    "/parameters/of": {
      post: {
        deprecated: true,
        parameters: [
          { name: "needed", in: "query", required: true, schema: { type: "string" } },
          { name: "more", in: "query", schema: { type: "string" } },
        ],
        responses: {
          200: {
            description: "",
            content: { "a/b": { schema: { properties: { d: { default: 1 } } } } },
          },
        },
      },
    },
  },
  webhooks: {
    "pet.new": {
      post: {
        requestBody: { required: true, content: {} },
        responses: { 200: { description: "" } },
      },
    },
  },
  components: {
    parameters: {
      trace: {
        name: "x-trace",
        in: "header",
        required: true,
        schema: { type: "string", default: "t" },
      },
    },
    headers: { both: { required: true, schema: { type: ["string", "null"] } } },
    requestBodies: {
      pet: { required: true, content: { "*/*": { schema: { $ref: "#/components/schemas/Pet" } } } },
    },
    responses: {
      pet: {
        description: "A pet",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
      },
    },
    pathItems: {
      again: { get: { operationId: "again", responses: { 200: { description: "" } } } },
    },
    schemas: {
      Pet: {
        oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
        discriminator: {
          propertyName: "kind",
          mapping: { cat: "#/components/schemas/Cat", kitten: "#/components/schemas/Cat" },
        },
      },
      Cat: {
        type: "object",
        required: ["name"],
        properties: { kind: { type: "string", description: "k" }, name: { type: "string" } },
      },
      Dog: {
        allOf: [
          { $ref: "#/components/schemas/Animal" },
          { type: "object", properties: { bark: { type: "boolean" } } },
        ],
        required: ["kind", "bark"],
      },
      Animal: { type: "object", properties: { kind: { type: "string" } } },
      Shape: {
        type: "object",
        required: ["t"],
        properties: { t: { type: "string" } },
        discriminator: { propertyName: "t", mapping: { sq: "#/components/schemas/Square" } },
      },
      Square: {
        allOf: [
          { $ref: "#/components/schemas/Shape" },
          { properties: { side: { type: "number" } } },
        ],
      },
      Circle: {
        allOf: [{ $ref: "#/components/schemas/Shape" }],
        properties: { radius: { type: "number" } },
        required: ["radius"],
      },
      Base: {
        type: "object",
        properties: { a: { type: "string" }, b: { type: "integer", readOnly: true } },
      },
      Strict: {
        allOf: [{ $ref: "#/components/schemas/Base" }, { type: "object", properties: { c: {} } }],
        required: ["a", "c", "none"],
      },
      Enum: { enum: ["a", "b\u2028", 1, -2.5, true, null] },
      NullableEnum: { type: ["string", "null"], enum: ["a"] },
      Const: { const: { a: [1, "x", { b: null }], "c-d": [] } },
      Tuple: { type: "array", prefixItems: [{ type: "string" }, { type: ["number", "null"] }] },
      Matrix: { type: "array", items: { type: "array", items: { type: ["boolean", "null"] } } },
      Bounded: { type: "array", items: { type: "string" }, minItems: 2, maxItems: 2 },
      Map: { type: "object", additionalProperties: { type: ["integer", "null"] } },
      Open: { type: "object", properties: { a: { type: "string" } }, additionalProperties: true },
      Closed: {
        type: "object",
        properties: { a: { type: "string" } },
        additionalProperties: false,
      },
      Patterns: {
        type: "object",
        properties: { a: {} },
        patternProperties: { "^x": { type: "string" } },
        additionalProperties: { type: "number" },
      },
      Empty: { type: "object" },
      Nothing: {},
      Never: { properties: { no: false, yes: true } },
      Defaults: {
        type: "object",
        properties: { a: { default: null }, b: { type: "string", default: "b", deprecated: true } },
        required: [],
      },
      Composed: {
        type: ["object", "null"],
        properties: { a: { type: "string" } },
        allOf: [{ $ref: "#/components/schemas/Base" }],
        required: ["b"],
      },
      AnyOf: {
        type: "object",
        properties: { a: {} },
        anyOf: [{ type: "string" }, { $ref: "#/components/schemas/Base" }],
      },
      OneOfPrimitive: { oneOf: [{ type: "string" }, { type: "null" }, { type: "integer" }] },
      TypesAndOneOf: {
        type: ["object", "null"],
        oneOf: [{ type: "null" }, { type: "object", properties: { z: { type: "string" } } }],
      },
      Deep: {
        type: "object",
        properties: { name: { $ref: "#/components/schemas/Cat/properties/name" } },
      },
      Circular: {
        type: "object",
        properties: {
          next: { $ref: "#/components/schemas/Circular" },
          all: { type: "array", items: { $ref: "#/components/schemas/Circular" } },
        },
      },
      Definitions: {
        type: "object",
        $defs: { x: { type: "string", readOnly: true } },
        properties: { y: { type: "number" } },
      },
      "hostile-name": {
        type: "object",
        properties: {
          "*/": {},
          "a b": {},
          class: {},
          "1": {},
          "01": {},
          "1.5": {},
          __proto__x: {},
          'quo"te': {},
          "emoji😀": {},
        },
      },
    },
  },
};

/** A document in OpenAPI 3.0, where `nullable` allows null. */
export const legacyFixture: Readonly<Record<string, unknown>> = {
  openapi: "3.0.3",
  info: { title: "Types", version: "1" },
  paths: { "/a": { get: { responses: { 200: { description: "" } } } } },
  components: {
    schemas: {
      A: {
        type: "object",
        nullable: true,
        required: ["c"],
        properties: {
          a: { type: "string", nullable: true },
          c: { $ref: "#/components/schemas/B" },
        },
      },
      B: { type: "integer", nullable: true, enum: [1, 2] },
      C: { nullable: true, allOf: [{ $ref: "#/components/schemas/A" }] },
      D: {
        type: "object",
        nullable: true,
        oneOf: [
          { $ref: "#/components/schemas/A" },
          { type: "object", properties: { d: { type: "number" } } },
        ],
      },
      E: { nullable: true, enum: ["x"] },
      F: { nullable: true },
      G: { type: "array", nullable: true, items: { type: "string", nullable: true } },
      H: { type: "object", nullable: true },
      I: {
        type: "object",
        properties: { i: { $ref: "#/components/schemas/B", default: 1, readOnly: true } },
      },
      J: { type: "object", nullable: true, additionalProperties: { type: "string" } },
      K: { nullable: true, properties: { k: { type: "string" } } },
    },
  },
};
