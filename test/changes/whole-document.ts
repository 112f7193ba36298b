const text = { type: "string" };
const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const ok = { description: "A" };

/** Parts for reading about pets: every style of parameters, and answers with headers, links and several media types. */
const reading = {
  "/pets/{id}/{ids}": {
    summary: "A",
    description: "B",
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "integer", format: "int64" } },
      {
        name: "ids",
        in: "path",
        required: true,
        style: "matrix",
        explode: true,
        schema: { type: "array", items: text },
      },
    ],
    get: {
      operationId: "getPet",
      tags: ["pets"],
      summary: "A",
      description: "B",
      deprecated: true,
      parameters: [
        { $ref: "#/components/parameters/Limit" },
        { name: "tags", in: "query", explode: false, schema: { type: "array", items: text } },
        {
          name: "piped",
          in: "query",
          style: "pipeDelimited",
          explode: false,
          schema: { type: "array", items: text },
        },
        { name: "filter", in: "query", style: "deepObject", schema: reference("Filter") },
        {
          name: "where",
          in: "query",
          content: { "application/json": { schema: reference("Filter") } },
        },
        { name: "raw", in: "query", allowReserved: true, allowEmptyValue: true, schema: text },
        {
          name: "many",
          in: "query",
          "x-array-format": "brackets",
          schema: { type: "array", items: text },
        },
        { name: "X-Trace", in: "header", example: "a", schema: { type: "string", format: "uuid" } },
        { name: "session", in: "cookie", schema: { enum: ["a", "b"], default: "a" } },
      ],
      security: [{ key: [] }, { oauth: ["read"], basic: [] }],
      responses: {
        200: {
          description: "A",
          headers: {
            "X-Rate": { description: "A", required: true, schema: { type: "integer" } },
            "X-Map": { explode: true, schema: { type: "object", additionalProperties: text } },
            "X-Json": { content: { "application/json": { schema: reference("Filter") } } },
          },
          content: {
            "application/json": {
              schema: reference("Pet"),
              examples: { one: { value: { kind: "cat" } } },
            },
            "text/csv": { schema: text },
          },
          links: {
            self: {
              operationId: "getPet",
              parameters: { id: "$response.body#/id" },
              description: "A",
            },
          },
        },
        "4XX": { $ref: "#/components/responses/Problem" },
        default: {
          description: "A",
          content: { "application/problem+json": { schema: reference("Problem") } },
        },
      },
    },
  },
  "/pets": {
    get: {
      operationId: "listPets",
      tags: ["pets", "lists"],
      parameters: [
        { $ref: "#/components/parameters/Limit" },
        { name: "cursor", in: "query", schema: text },
      ],
      "x-pagination": { type: "cursor", items: "/items", cursor: "query.cursor", next: "/next" },
      responses: {
        200: {
          description: "A",
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["items"],
                properties: {
                  items: { type: "array", items: reference("Pet") },
                  next: { type: ["string", "null"] },
                },
              },
            },
          },
        },
      },
    },
  },
};

/** Parts for writing: every kind of body, callbacks and servers of operations. */
const writing = {
  "/forms": {
    servers: [{ url: "https://forms.example" }],
    post: {
      operationId: "sendForm",
      "x-raw-body": true,
      requestBody: {
        description: "A",
        required: true,
        content: {
          "application/x-www-form-urlencoded": {
            schema: reference("Filter"),
            encoding: {
              names: { style: "form", explode: false },
              size: { allowReserved: true, style: "form" },
            },
          },
          "multipart/form-data": {
            schema: {
              type: "object",
              required: ["file"],
              properties: {
                file: { type: "string", format: "binary" },
                files: { type: "array", items: { type: "string", contentMediaType: "image/png" } },
                meta: reference("Filter"),
                note: text,
              },
            },
            encoding: {
              file: {
                contentType: "image/png, image/jpeg",
                headers: { "X-Part": { schema: { type: "integer" } } },
              },
              note: { contentType: "text/html" },
            },
          },
        },
      },
      responses: { 204: ok },
      callbacks: {
        done: {
          "{$request.body#/url}": {
            post: {
              operationId: "formDone",
              requestBody: { content: { "application/json": { schema: reference("Filter") } } },
              responses: { 200: ok },
            },
          },
        },
      },
    },
    put: {
      operationId: "sendBytes",
      security: [{}, { open: [] }, { bearer: [] }],
      requestBody: {
        content: { "application/octet-stream": {}, "text/plain; charset=utf-8": { schema: text } },
      },
      responses: {
        200: {
          description: "A",
          content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
        },
      },
    },
  },
  "/events": {
    get: {
      operationId: "listen",
      responses: {
        200: {
          description: "A",
          content: {
            "text/event-stream": {
              "x-stream-terminator": "[DONE]",
              schema: {
                type: "object",
                required: ["data"],
                properties: {
                  event: { const: "pet" },
                  data: {
                    type: "string",
                    contentMediaType: "application/json",
                    contentSchema: reference("Filter"),
                  },
                },
              },
            },
            "application/jsonl": { schema: { type: "array", items: reference("Filter") } },
          },
        },
      },
    },
    patch: {
      operationId: "change",
      requestBody: { $ref: "#/components/requestBodies/Change" },
      responses: {
        200: {
          description: "A",
          content: { "application/json": { schema: reference("Strings") } },
        },
      },
    },
  },
};

// biome-ignore-start lint/suspicious/noThenProperty: a keyword of JSON Schema.
const schemas = {
  Pet: {
    oneOf: [reference("Cat"), reference("Dog")],
    discriminator: {
      propertyName: "kind",
      mapping: { cat: "#/components/schemas/Cat", puppy: "Dog", dog: "Dog" },
    },
  },
  Animal: {
    type: "object",
    title: "A",
    required: ["kind", "id"],
    discriminator: { propertyName: "kind", mapping: { bird: "Bird" } },
    properties: {
      kind: text,
      id: { type: "integer", readOnly: true, minimum: 1, maximum: 900 },
      secret: { type: "string", writeOnly: true, minLength: 3 },
      born: { type: "string", format: "date-time", deprecated: true },
    },
  },
  Bird: {
    allOf: [
      reference("Animal"),
      { type: "object", properties: { wings: { type: "number", multipleOf: 2 } } },
    ],
  },
  Cat: {
    type: "object",
    required: ["kind"],
    properties: {
      kind: { enum: ["cat"] },
      lives: { type: "integer", default: 9, exclusiveMaximum: 10 },
      nest: reference("Cat"),
    },
    additionalProperties: false,
  },
  Dog: {
    type: "object",
    required: ["kind", "name"],
    properties: {
      kind: { enum: ["dog", "puppy"] },
      name: { type: "string", pattern: "^[A-Z]", maxLength: 20, description: "A" },
      bird: { oneOf: [reference("Bird"), { type: "null" }] },
    },
    patternProperties: { "^x-": { type: ["string", "number"] } },
  },
  Filter: {
    type: "object",
    properties: {
      names: { type: "array", items: text, minItems: 1, uniqueItems: true },
      size: { type: "number", exclusiveMinimum: 0, format: "float" },
      exact: { type: "boolean", default: false },
      level: { oneOf: [{ const: "low", description: "A" }, { const: "high" }] },
      url: { type: "string", format: "uri" },
    },
    dependentRequired: { size: ["exact"] },
    minProperties: 1,
    maxProperties: 9,
  },
  Problem: {
    type: "object",
    properties: {
      title: text,
      at: { prefixItems: [{ type: "integer" }, text], items: false, minItems: 1 },
    },
    dependentSchemas: { at: { required: ["title"] } },
    propertyNames: { pattern: "^[a-z]+$" },
    unevaluatedProperties: { type: "integer" },
  },
  Rules: {
    anyOf: [
      {
        type: "array",
        contains: { type: "integer" },
        minContains: 1,
        maxContains: 2,
        maxItems: 4,
        unevaluatedItems: false,
      },
      { type: "string", not: { const: "none" } },
      {
        type: "object",
        if: { required: ["a"] },
        then: { required: ["b"] },
        else: { maxProperties: 0 },
        additionalProperties: { type: "boolean" },
      },
    ],
  },
  List: {
    $id: "https://a.example/list",
    type: "array",
    items: { $dynamicRef: "#item" },
    $defs: { item: { $dynamicAnchor: "item" }, other: { $dynamicAnchor: "other" } },
  },
  Strings: {
    $id: "https://a.example/strings",
    $ref: "https://a.example/list",
    $defs: {
      item: { $dynamicAnchor: "item", type: "string" },
      other: { $dynamicAnchor: "other", type: "integer" },
    },
  },
};

// biome-ignore-end lint/suspicious/noThenProperty: a keyword of JSON Schema.

const securitySchemes = {
  key: { type: "apiKey", in: "header", name: "X-Key", description: "A" },
  basic: { type: "http", scheme: "basic" },
  bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
  oauth: {
    type: "oauth2",
    flows: {
      authorizationCode: {
        authorizationUrl: "https://a.example/authorize",
        tokenUrl: "https://a.example/token",
        refreshUrl: "https://a.example/refresh",
        scopes: { read: "A", write: "B" },
      },
    },
  },
  open: { type: "openIdConnect", openIdConnectUrl: "https://a.example/configuration" },
};

/** A small document that has every object of OpenAPI and every keyword of JSON Schema, most of them once. */
export const wholeDocument: Readonly<Record<string, unknown>> = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1", summary: "A", description: "B" },
  servers: [
    {
      url: "https://{region}.example/v1",
      variables: { region: { default: "eu", enum: ["eu", "us"], description: "A" } },
    },
    { url: "https://b.example", description: "A" },
  ],
  security: [{ key: [] }],
  tags: [
    { name: "pets", description: "A", externalDocs: { url: "https://a.example" } },
    { name: "lists" },
  ],
  paths: { ...reading, ...writing },
  webhooks: {
    petBorn: {
      post: {
        operationId: "onPetBorn",
        requestBody: {
          required: true,
          content: { "application/json": { schema: reference("Rules") } },
        },
        responses: {
          200: {
            description: "A",
            content: { "application/json": { schema: reference("Problem") } },
          },
        },
      },
    },
  },
  components: {
    schemas,
    securitySchemes,
    parameters: {
      Limit: {
        name: "limit",
        in: "query",
        description: "A",
        schema: { type: "integer", maximum: 100, default: 20 },
      },
    },
    responses: {
      Problem: {
        description: "A",
        content: { "application/json": { schema: reference("Problem") } },
      },
    },
    requestBodies: {
      Change: { required: true, content: { "application/json": { schema: reference("Rules") } } },
    },
  },
};
