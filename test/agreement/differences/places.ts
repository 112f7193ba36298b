import { type Difference, operation, ref, schemas } from "./difference.ts";

/** Places where openapi-typescript loses a part of a document, or the target of a reference. */
export const differencesOfPlaces: readonly Difference[] = [
  {
    title: "methods of OpenAPI 3.2 are not lost",
    flags: [],
    options: {},
    document: {
      openapi: "3.2.0",
      paths: { "/a": { query: { ...operation, operationId: "search" } } },
    },
    theirs: "export type operations = Record<string, never>;",
    ours: 'query: operations["search"];',
  },
  {
    title: "items of a stream are not lost",
    flags: [],
    options: {},
    document: {
      openapi: "3.2.0",
      ...buildPathWith({}, { "application/jsonl": { itemSchema: { type: "string" } } }),
    },
    theirs: '"application/jsonl": unknown;',
    ours: '"application/jsonl": string[];',
  },
  {
    title: "the whole query string is not lost",
    flags: [],
    options: {},
    document: {
      openapi: "3.2.0",
      ...buildPathWith({
        name: "q",
        in: "querystring",
        content: { "application/json": { schema: { type: "number" } } },
      }),
    },
    theirs: "cookie?: never;\n            };\n            requestBody",
    ours: "querystring?: number;",
  },
  {
    title: "a $dynamicRef whose target is certain is not lost",
    flags: [],
    options: {},
    document: schemas({
      A: { $dynamicAnchor: "a", type: "object", properties: { b: { $dynamicRef: "#a" } } },
    }),
    theirs: "b?: unknown;",
    ours: 'b?: components["schemas"]["A"];',
  },
  {
    title: "a webhook that refers to a path item is not lost",
    flags: [],
    options: {},
    document: {
      webhooks: { moved: { $ref: "#/components/pathItems/Moved" } },
      components: { pathItems: { Moved: { post: { operationId: "moved", ...operation } } } },
    },
    theirs: "post?: never;\n",
    ours: 'post: operations["moved"];',
  },
  {
    title: "a request body that refers to another one is that one",
    flags: [],
    options: {},
    document: {
      components: {
        requestBodies: {
          A: { $ref: "#/components/requestBodies/B" },
          B: { content: { "text/plain": { schema: { type: "string" } } } },
        },
      },
    },
    theirs: '"*',
    ours: 'A: {\n      content: {\n        "text/plain": string;',
  },
  {
    title: "a reference to the schema of a parameter is its type",
    flags: [],
    options: {},
    document: {
      components: {
        parameters: { p: { name: "p", in: "query", schema: { type: "string" } } },
        schemas: { A: { type: "array", items: { $ref: "#/components/parameters/p/schema" } } },
      },
    },
    ours: 'A: components["parameters"]["p"][];',
  },
  {
    title: "a schema where OpenAPI has none is a component",
    flags: [],
    options: {},
    document: {
      ...schemas({ A: { type: "array", items: { $ref: "#/definitions/B" } } }),
      definitions: { B: { type: "string" } },
    },
    ours: 'A: components["schemas"]["B"][];\n    B: string;',
  },
  {
    title: "a header that refers to a parameter may be missing as that may",
    flags: [],
    options: {},
    document: {
      components: {
        parameters: { tag: { name: "tag", in: "header", schema: { type: "string" } } },
        responses: answerA({ headers: { tag: { $ref: "#/components/parameters/tag" } } }),
      },
    },
    theirs: 'tag: components["parameters"]["tag"]',
    ours: "tag?: string;",
  },
  {
    title: "a header of the components that refers to another one is that one",
    flags: [],
    options: {},
    document: {
      components: {
        headers: {
          tag: { $ref: "#/components/headers/other" },
          other: { schema: { type: "string" } },
        },
      },
    },
    theirs: "tag: unknown",
    ours: "tag: string;",
  },
  {
    title: "content that is a reference as a whole is what it refers to",
    flags: [],
    options: {},
    document: {
      components: {
        ...tagSchema(),
        responses: {
          ...answerA({ content: { $ref: "#/components/responses/B/content" } }),
          B: { description: "", content: { "application/json": { schema: ref("Tag") } } },
        },
      },
    },
    theirs: "$ref: unknown",
    ours: '"application/json": components["schemas"]["Tag"];',
  },
  {
    title: "a range of statuses is written as OpenAPI has it",
    flags: [],
    options: {},
    document: { paths: { "/a": { get: { responses: { "4xx": { description: "" } } } } } },
    theirs: '"4xx": {',
    ours: '"4XX": {',
  },
];

function tagSchema(): Readonly<Record<string, unknown>> {
  return { schemas: { Tag: { type: "string" } } };
}

function answerA(members: object): Readonly<Record<string, unknown>> {
  return { A: { description: "", ...members } };
}

/** A path with an operation that has a parameter and an answer. */
function buildPathWith(parameter: object, content: object = {}): Readonly<Record<string, unknown>> {
  const parameters = "name" in parameter ? [parameter] : [];
  const responses = { 200: { description: "", content } };
  return { paths: { "/a": { get: { parameters, responses } } } };
}
