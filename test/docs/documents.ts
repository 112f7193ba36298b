/** Texts that run code when they are interpreted as HTML, a link, Markdown, JSON in a script, or input of a shell. */
const attacks: readonly string[] = [
  "<img src=x onerror='globalThis.hacked=1'>",
  "</script><script>globalThis.hacked=1</script>",
  '"><svg onload=globalThis.hacked=1>',
  "'+(globalThis.hacked=1)+'",
  "\\'+(globalThis.hacked=1)+\\'",
  "[a](javascript:globalThis.hacked=1) ![b](javascript:globalThis.hacked=1)",
  "[a]\n\n[a]: javascript:globalThis.hacked=1",
  "<javascript:globalThis.hacked=1>",
  "```\n<img src=x onerror=globalThis.hacked=1>\n",
  "- x\n  ```\n<img src=x onerror=globalThis.hacked=1>",
  "` <img src=x onerror=globalThis.hacked=1> ",
  "<iframe srcdoc='<script>parent.hacked=1</script>'></iframe>",
  "<style>@import 'https://other.example/x.css'</style><link rel=stylesheet href=https://other.example>",
  "{{constructor.constructor('globalThis.hacked=1')()}}",
  "\u2028globalThis.hacked=1//",
];

const text = `hostile\n\n${attacks.join("\n\n")}`;
const line = attacks.join(" ").replaceAll("\n", " ");
const link = "javascript:globalThis.hacked=1";

const schema = {
  type: "object",
  title: line,
  description: text,
  externalDocs: { url: link, description: line },
  properties: {
    [line]: { type: "string", description: text, default: line, examples: [line], pattern: "<b>" },
    choice: { enum: attacks, description: text },
    url: { type: "string", const: link },
  },
};

const media = {
  "application/json": {
    schema,
    examples: { [line]: { summary: line, description: text, value: line } },
  },
};

/** A document in which every string is an attack. */
export const hostileDocument: Readonly<Record<string, unknown>> = {
  openapi: "3.1.0",
  info: {
    title: `hostile ${line}`,
    version: line,
    summary: line,
    description: `${text}\n\n~~~`,
    termsOfService: link,
    contact: { name: line, url: link, email: "a@b.example" },
    license: { name: line, url: link },
    "x-logo": { url: "https://other.example/logo.svg", href: link, altText: line },
  },
  externalDocs: { url: link, description: line },
  servers: [
    { url: "https://api.example.com/{v}", description: text, variables: { v: { default: line } } },
  ],
  tags: [{ name: line, "x-displayName": line, description: text, externalDocs: { url: link } }],
  security: [{ [line]: [] }],
  paths: {
    "/hostile/{id}": {
      post: {
        tags: [line],
        summary: line,
        description: text,
        externalDocs: { url: link, description: line },
        "x-codeSamples": [{ lang: line, label: line, source: text }],
        parameters: [
          {
            name: "id",
            in: "path",
            required: true,
            description: text,
            example: line,
            schema: { type: "string" },
          },
          { name: line, in: "query", required: true, description: text, example: line, schema },
        ],
        requestBody: { required: true, description: text, content: media },
        responses: {
          200: {
            description: text,
            headers: { "X-A": { description: text, schema: { type: "string" } } },
            content: media,
          },
          default: { description: text, content: media },
        },
        callbacks: {
          [line]: {
            "{$request.body#/url}": {
              post: { summary: line, description: text, responses: { 200: { description: text } } },
            },
          },
        },
      },
    },
    "/end": {
      get: {
        tags: [line],
        operationId: line,
        summary: "harmless end",
        responses: { 204: { description: "Done." } },
      },
    },
  },
  webhooks: {
    [line]: {
      post: {
        summary: line,
        description: text,
        requestBody: { content: media },
        responses: { 200: { description: text } },
      },
    },
  },
  components: {
    schemas: {
      Hostile: schema,
      Other: { description: text, allOf: [{ $ref: "#/components/schemas/Hostile" }] },
    },
    securitySchemes: { [line]: { type: "apiKey", in: "header", name: line, description: text } },
  },
};

/** A document with a number of operations, which have the tags `odd` and `even`. */
export function buildLargeDocument(count: number): Readonly<Record<string, unknown>> {
  const paths = Array.from({ length: count }, (_, index) => [
    `/things/${index}`,
    {
      get: {
        operationId: `getThing${index}`,
        summary: `Get thing ${index}`,
        tags: [index % 2 === 0 ? "even" : "odd"],
        responses: {
          200: {
            description: "It.",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
          },
        },
      },
    },
  ]);
  return {
    openapi: "3.1.0",
    info: { title: "Large", version: "1", description: "What it is about." },
    paths: Object.fromEntries(paths),
    components: { schemas: { Thing: { type: "object", properties: { id: { type: "string" } } } } },
  };
}

const node = { $ref: "#/components/schemas/Node" };

/** A document with webhooks, callbacks, schemas that contain themselves and each other, and alternatives of each other. */
export const circularDocument: Readonly<Record<string, unknown>> = {
  openapi: "3.1.0",
  info: { title: "Circles", version: "1", description: "Schemas that lead back to themselves." },
  servers: [{ url: "https://circles.example.com" }],
  tags: [{ name: "nodes", description: "Parts of a tree." }],
  paths: {
    "/nodes": {
      post: {
        operationId: "addNode",
        tags: ["nodes"],
        summary: "Add a node",
        requestBody: { required: true, content: { "application/json": { schema: node } } },
        responses: {
          201: { description: "It.", content: { "application/json": { schema: node } } },
        },
        callbacks: {
          moved: {
            "{$request.body#/url}": {
              post: {
                summary: "A node moved",
                requestBody: { content: { "application/json": { schema: node } } },
                responses: { 204: { description: "Noted." } },
              },
            },
          },
        },
      },
    },
  },
  webhooks: {
    "node.added": {
      post: {
        summary: "A node was added",
        requestBody: { content: { "application/json": { schema: node } } },
        responses: { 204: { description: "Noted." } },
      },
    },
  },
  components: {
    schemas: {
      Node: {
        type: "object",
        description: "A part of a tree.",
        required: ["kind"],
        properties: {
          kind: { type: "string", enum: ["leaf", "branch"], description: "What it is." },
          url: { type: "string", format: "uri" },
          parent: { anyOf: [node, { type: "null" }] },
          children: { type: "array", items: node },
          byName: { type: "object", additionalProperties: node },
          shape: { $ref: "#/components/schemas/Shape" },
        },
      },
      Shape: {
        oneOf: [{ $ref: "#/components/schemas/Round" }, { $ref: "#/components/schemas/Group" }],
        discriminator: { propertyName: "type" },
      },
      Round: {
        type: "object",
        required: ["type"],
        properties: { type: { const: "Round" }, around: { $ref: "#/components/schemas/Shape" } },
      },
      Group: {
        allOf: [
          { type: "object", required: ["type"], properties: { type: { const: "Group" } } },
          {
            type: "object",
            properties: {
              shapes: { type: "array", items: { $ref: "#/components/schemas/Shape" } },
              same: { $ref: "#/components/schemas/Group" },
            },
          },
        ],
      },
      Endless: { allOf: [{ $ref: "#/components/schemas/Endless" }, { type: "object" }] },
    },
  },
};
