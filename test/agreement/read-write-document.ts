/** The schema that is used at every place. It has required and optional properties of each kind. */
const leaf = {
  type: "object",
  required: ["name", "id", "secret"],
  properties: {
    name: { type: "string" },
    id: { type: "integer", readOnly: true },
    made: { type: "string", readOnly: true },
    secret: { type: "string", writeOnly: true },
    hint: { type: "string", writeOnly: true },
    size: { type: "integer", default: 3 },
  },
};

const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** A place of the schema `Leaf` in a body: the schema around it, and a function that puts a value into such a body. */
export interface Place {
  readonly schema: object;
  readonly around: (leaf: object) => unknown;
}

/** A schema at every place that can have one. The key is the name of the operation that takes and returns it. */
export const places: Readonly<Record<string, Place>> = {
  direct: { schema: reference("Leaf"), around: (value) => value },
  inline: { schema: leaf, around: (value) => value },
  nested: {
    schema: { type: "object", required: ["leaf"], properties: { leaf: reference("Leaf") } },
    around: (value) => ({ leaf: value }),
  },
  array: { schema: { type: "array", items: reference("Leaf") }, around: (value) => [value] },
  tuple: {
    schema: { type: "array", prefixItems: [{ type: "string" }, reference("Leaf")] },
    around: (value) => ["a", value],
  },
  map: {
    schema: { type: "object", additionalProperties: reference("Leaf") },
    around: (value) => ({ any: value }),
  },
  allOf: { schema: reference("Extended"), around: (value) => ({ ...value, more: true }) },
  besideIdentity: {
    schema: { allOf: [reference("Identity"), leaf] },
    around: (value) => value,
  },
  requiredBeside: { schema: reference("Requiring"), around: (value) => value },
  behindReference: { schema: reference("Named"), around: (value) => value },
  oneOf: { schema: reference("Either"), around: (value) => ({ ...value, kind: "Marked" }) },
  nullable: {
    schema: {
      type: "object",
      properties: { leaf: { anyOf: [reference("Leaf"), { type: "null" }] } },
    },
    around: (value) => ({ leaf: value }),
  },
  circular: {
    schema: reference("Node"),
    around: (value) => ({ children: [{ children: [{ leaf: value, children: [] }] }] }),
  },
  closed: { schema: { ...leaf, additionalProperties: false }, around: (value) => value },
};

const content = (schema: object) => ({ "application/json": { schema } });

const operation = (operationId: string, schema: object) => ({
  operationId,
  requestBody: { required: true, content: content(schema) },
  responses: { "200": { description: "ok", content: content(schema) } },
});

/** A document with `readOnly` and `writeOnly` at every place. */
export const readWriteDocument: Readonly<Record<string, unknown>> & {
  readonly components: Readonly<Record<"requestBodies" | "responses" | "schemas", object>>;
} = {
  openapi: "3.1.0",
  info: { title: "Read and write", version: "1" },
  paths: {
    ...Object.fromEntries(
      Object.entries(places).map(([name, { schema }]) => [
        `/${name}`,
        { post: operation(name, schema) },
      ]),
    ),
    "/components": {
      post: {
        operationId: "throughComponents",
        requestBody: { $ref: "#/components/requestBodies/Leaf" },
        responses: { "200": { $ref: "#/components/responses/Leaf" } },
      },
    },
    "/query": {
      get: {
        operationId: "queried",
        parameters: [
          {
            name: "filter",
            in: "query",
            required: true,
            style: "deepObject",
            explode: true,
            schema: reference("Leaf"),
          },
        ],
        responses: { "204": { description: "ok" } },
      },
    },
    "/plain": { post: operation("plain", reference("Plain")) },
  },
  webhooks: {
    changed: {
      post: {
        operationId: "changed",
        requestBody: { required: true, content: content(reference("Leaf")) },
        responses: { "204": { description: "ok" } },
      },
    },
  },
  components: {
    requestBodies: { Leaf: { required: true, content: content(reference("Leaf")) } },
    responses: { Leaf: { description: "ok", content: content(reference("Leaf")) } },
    schemas: {
      Leaf: leaf,
      Plain: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
      Extended: {
        allOf: [reference("Leaf"), { type: "object", properties: { more: { type: "boolean" } } }],
      },
      // In requests it does not have any members left.
      Identity: {
        type: "object",
        required: ["id"],
        properties: { id: { type: "integer", readOnly: true } },
      },
      // The other schema keeps these required properties out.
      Requiring: {
        allOf: [reference("Unrequired"), { required: ["id", "secret"] }],
      },
      Unrequired: { ...leaf, required: ["name"] },
      Id: { type: "integer", readOnly: true },
      Secret: { allOf: [{ type: "string" }, { writeOnly: true }] },
      Named: {
        ...leaf,
        properties: { ...leaf.properties, id: reference("Id"), secret: reference("Secret") },
      },
      Either: {
        oneOf: [reference("Marked"), reference("Unmarked")],
        discriminator: { propertyName: "kind" },
      },
      Marked: {
        ...leaf,
        required: ["kind", ...leaf.required],
        properties: { kind: { const: "Marked" }, ...leaf.properties },
      },
      Unmarked: {
        type: "object",
        required: ["kind"],
        properties: { kind: { const: "Unmarked" } },
      },
      Node: {
        type: "object",
        properties: {
          leaf: reference("Leaf"),
          children: { type: "array", items: reference("Node") },
        },
      },
    },
  },
};
