import type { JsonObject } from "./random-edits.ts";

const ref = (kind: string, name: string): JsonObject => ({ $ref: `#/components/${kind}/${name}` });

const json = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });

/** An object that occurs several times in the document, so that it gets its own name in the validators. */
const repeated = (): JsonObject => ({
  type: "object",
  required: ["id"],
  properties: Object.fromEntries(
    ["id", "url", "node", "avatar", "kind", "site", "login", "mail"].map((name) => [
      name,
      { type: "string", maxLength: 40 },
    ]),
  ),
});

const letters = [..."abcdefghijklmnopqrst"];

const schemas: JsonObject = {
  User: {
    type: "object",
    description: "Somebody",
    required: ["id", "role"],
    properties: {
      id: { type: "string", format: "uuid" },
      role: { type: "string", enum: letters },
      boss: ref("schemas", "User"),
      friends: { type: "array", items: ref("schemas", "User") },
      account: repeated(),
    },
  },
  Pet: {
    oneOf: [ref("schemas", "Cat"), ref("schemas", "Dog")],
    discriminator: {
      propertyName: "kind",
      mapping: { cat: "Cat", dog: "#/components/schemas/Dog" },
    },
  },
  Animal: {
    type: "object",
    required: ["kind"],
    properties: { kind: { type: "string" }, name: { type: "string", pattern: "^[a-z]+$" } },
  },
  Cat: {
    allOf: [
      ref("schemas", "Animal"),
      { type: "object", properties: { lives: { type: "integer" } } },
    ],
  },
  Dog: {
    type: "object",
    required: ["kind", "owner"],
    properties: { kind: { type: "string", const: "dog" }, owner: ref("schemas", "User") },
  },
  Either: { anyOf: [ref("schemas", "Text"), ref("schemas", "User"), { type: "null" }] },
  Text: { type: "string", minLength: 1, default: "text" },
  Tree: {
    type: "object",
    required: ["made"],
    additionalProperties: ref("schemas", "Tree"),
    properties: {
      item: repeated(),
      made: { type: "string", readOnly: true },
      word: { type: "string", writeOnly: true },
    },
  },
  Warned: { type: "string", pattern: "(?<bad", minimum: "one" },
  Users: { type: "array", items: ref("schemas", "User") },
  Event: {
    oneOf: [
      ref("schemas", "Told"),
      {
        type: "object",
        properties: { event: { const: "done" }, data: { type: "string", format: "uuid" } },
      },
    ],
  },
  Told: {
    type: "object",
    required: ["data"],
    properties: {
      event: { type: "string", enum: ["user", "pet"] },
      data: {
        type: "string",
        contentMediaType: "application/json",
        contentSchema: ref("schemas", "User"),
      },
    },
  },
  Upload: {
    allOf: [
      ref("schemas", "Files"),
      {
        type: "object",
        required: ["name"],
        properties: { name: ref("schemas", "Text"), user: ref("schemas", "User") },
      },
    ],
  },
  Files: {
    type: "object",
    properties: {
      file: { type: "string", contentMediaType: "image/png" },
      notes: { type: "array", maxItems: 3, items: { type: "string", format: "binary" } },
      both: { anyOf: [{ type: "string", format: "binary" }, ref("schemas", "Text")] },
    },
  },
  Shape: {
    type: "object",
    required: ["color"],
    properties: { color: ref("schemas", "Text"), inner: ref("schemas", "Circle") },
    oneOf: [ref("schemas", "Circle"), ref("schemas", "Square")],
  },
  Circle: { allOf: [ref("schemas", "Shape"), { required: ["radius"] }] },
  Square: { allOf: [ref("schemas", "Shape")], required: ["side"] },
  Closed: {
    type: "object",
    allOf: [ref("schemas", "Animal")],
    properties: { more: repeated() },
    unevaluatedProperties: false,
  },
};

const operation = (operationId: string, tag: string, more: JsonObject = {}): JsonObject => ({
  operationId,
  tags: [tag],
  summary: `The ${operationId}`,
  description: "What it does",
  responses: {
    "200": { description: "ok", content: json(ref("schemas", "User")) },
    "4XX": ref("responses", "Problem"),
  },
  ...more,
});

/** Bodies and answers of other types than plain JSON. Most of their schemas are components. */
const bodies: JsonObject = {
  "/files": {
    post: operation("sendFiles", "files", {
      requestBody: {
        required: true,
        content: {
          "multipart/form-data": {
            schema: ref("schemas", "Upload"),
            encoding: {
              file: {
                contentType: "image/png",
                headers: { "X-Kind": ref("headers", "Kind"), "X-Count": ref("headers", "Count") },
              },
              notes: { headers: { "X-Kind": ref("headers", "Kind") } },
            },
          },
          "application/x-www-form-urlencoded": {
            schema: { type: "object", properties: { tags: { type: "array", items: {} } } },
            encoding: { tags: { style: "form", explode: false } },
          },
        },
      },
      responses: {
        "200": {
          description: "ok",
          headers: { "X-Count": ref("headers", "Count"), "X-Kind": ref("headers", "Kind") },
          content: { ...json(ref("schemas", "User")), "text/csv": { schema: { type: "string" } } },
          links: { next: { operationId: "getUser", parameters: { id: "$response.body#/id" } } },
        },
        "201": { description: "ok", headers: { "X-Count": ref("headers", "Count") } },
        "404": { description: "gone", headers: { "x-count": { schema: { type: "string" } } } },
      },
    }),
  },
  "/events": {
    get: operation("events", "files", {
      responses: {
        "200": {
          description: "ok",
          headers: { "X-Count": ref("headers", "Count") },
          content: {
            "text/event-stream": { schema: ref("schemas", "Event") },
            "application/jsonl": { schema: ref("schemas", "Users") },
          },
        },
      },
    }),
    post: operation("subscribe", "files", {
      requestBody: {
        content: {
          "application/json-seq": { schema: ref("schemas", "User") },
          "multipart/form-data": { schema: ref("schemas", "Upload") },
        },
      },
      callbacks: {
        changed: {
          "{$request.body#/url}": {
            post: operation("sendChanged", "files", {
              requestBody: { required: true, content: json(ref("schemas", "Event")) },
            }),
            put: { responses: { "204": { description: "ok" } } },
          },
        },
        gone: ref("callbacks", "Gone"),
      },
    }),
    delete: operation("unsubscribe", "files", { callbacks: { gone: ref("callbacks", "Gone") } }),
  },
  "/shared": ref("pathItems", "Shared"),
};

/**
 * A document with everything that a session keeps between runs: shared, repeated and circular schemas, warnings and
 * references.
 */
export function buildEditedDocument(): JsonObject {
  return structuredClone({
    openapi: "3.1.0",
    info: { title: "Edited", version: "1", description: "A document" },
    servers: [{ url: "https://api.example.com" }],
    tags: [{ name: "users", description: "People" }],
    security: [{ key: [] }],
    paths: {
      "/users": {
        parameters: [ref("parameters", "Page")],
        get: operation("listUsers", "users"),
        post: operation("createUser", "users", {
          requestBody: ref("requestBodies", "User"),
          security: [],
        }),
      },
      "/users/{id}": {
        parameters: [ref("parameters", "Id")],
        get: operation("getUser", "users", {
          parameters: [{ name: "deep", in: "query", schema: ref("schemas", "Text") }],
        }),
        delete: operation("deleteUser", "users", {
          deprecated: true,
          responses: {
            "204": { description: "gone", headers: { "X-Count": ref("headers", "Count") } },
          },
        }),
      },
      "/pets": {
        get: operation("listPets", "pets", {
          parameters: [ref("parameters", "Page")],
          responses: {
            "200": {
              description: "ok",
              content: json({ type: "array", items: ref("schemas", "Pet") }),
            },
            "201": { description: "ok", content: json(repeated()) },
          },
        }),
        post: operation("createPet", "pets", {
          requestBody: { required: true, content: json(ref("schemas", "Pet")) },
          responses: { default: { description: "ok", content: json(repeated()) } },
        }),
      },
      "/trees": {
        put: operation("putTree", "trees", {
          requestBody: {
            content: json({
              type: "object",
              properties: { tree: ref("schemas", "Tree"), either: ref("schemas", "Either") },
            }),
          },
        }),
      },
      ...bodies,
    },
    webhooks: {
      shared: ref("pathItems", "Shared"),
      changed: {
        post: operation("changed", "users", {
          requestBody: { required: true, content: json(ref("schemas", "Closed")) },
        }),
      },
    },
    components: {
      schemas,
      parameters: {
        Id: { name: "id", in: "path", required: true, schema: { type: "string" } },
        Page: { name: "page", in: "query", schema: { type: "integer", default: 1, maximum: 100 } },
      },
      headers: {
        Count: { schema: { type: "integer" } },
        Kind: { required: true, schema: ref("schemas", "Text") },
      },
      callbacks: {
        Gone: {
          "{$request.query.gone}": {
            delete: {
              requestBody: { content: json(repeated()) },
              responses: {
                "200": { description: "ok", headers: { "X-Kind": ref("headers", "Kind") } },
              },
            },
          },
        },
      },
      pathItems: {
        Shared: {
          get: { responses: { "200": ref("responses", "Problem") } },
          head: { operationId: "look", responses: { "200": ref("responses", "Problem") } },
        },
      },
      requestBodies: { User: { required: true, content: json(ref("schemas", "User")) } },
      responses: {
        Problem: {
          description: "wrong",
          content: json({
            type: "object",
            properties: { message: ref("schemas", "Text"), user: ref("schemas", "User") },
          }),
        },
      },
      securitySchemes: { key: { type: "http", scheme: "bearer" } },
    },
  });
}
