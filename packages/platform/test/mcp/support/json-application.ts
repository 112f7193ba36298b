import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { writePlainHead } from "../../../src/applications/toolkits/testing/write-plain-head.ts";

/** An application that answers every kind of JSON, and takes arguments with every kind of rule. Its tool `JSON_WAIT` takes a second. */
export interface JsonApplication {
  /** The document of its toolkit `json`. */
  readonly document: string;
  close(): Promise<void>;
}

/** What each path answers. Paths that begin with `/untold` are described without a schema. */
export const jsonAnswers: Readonly<Record<string, unknown>> = {
  "/list": [{ id: 1 }, { id: 2, name: null }],
  "/number": 42.5,
  "/text": "text",
  "/truth": false,
  "/nothing": null,
  "/object": { items: [1, 2] },
  "/wrong-list": { id: 1 },
  "/wrong-items": [{ id: "one" }],
  "/wrong-number": "many",
  "/wrong-object": [1, 2],
  "/long-list": Array.from({ length: 20_000 }, (_, id) => ({ id })),
  "/untold-list": [1, "two", null, [3]],
  "/untold-number": 0,
  "/untold-nothing": null,
  "/untold-object": { value: 1 },
};

const waitMs = 1_000;

/** Starts it on 127.0.0.1. */
export async function startJsonApplication(): Promise<JsonApplication> {
  const server = createServer(({ url = "", method }, response) => {
    const answer = JSON.stringify(method === "POST" ? { taken: true } : jsonAnswers[url]);
    const send = (): void => {
      response.writeHead(200, { "content-type": "application/json" }).end(answer);
    };
    setTimeout(send, url === "/wait" ? waitMs : 0);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    document: writeDocument(`http://127.0.0.1:${port}`),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const items =
  "{ type: array, items: { type: object, properties: { id: { type: integer }, name: { type: [string, 'null'] } } } }";
const answerSchemas: Readonly<Record<string, string>> = {
  "/list": items,
  "/number": "{ type: number }",
  "/text": "{ type: string }",
  "/truth": "{ type: boolean }",
  "/nothing": "{ type: [string, 'null'] }",
  "/object": "{ type: object, required: [items], properties: { items: { type: array } } }",
  "/wrong-list": items,
  "/wrong-items": items,
  "/wrong-number": "{ type: number }",
  "/wrong-object": "{ type: object, properties: { id: { type: integer } } }",
  "/long-list": items,
};

function writeDocument(url: string): string {
  const reads = Object.keys(jsonAnswers).map((path) => {
    const schema = answerSchemas[path];
    const content = schema && `, content: { application/json: { schema: ${schema} } }`;
    return `  ${path}: { get: { operationId: get${path}, summary: Read, description: Reads., responses: { '200': { description: Done.${content ?? ""} } } } }`;
  });
  return `${writePlainHead("json", url)}
  auth: []
security: []
paths:
${reads.join("\n")}
  /wait:
    post:
      operationId: wait
      summary: Wait
      description: Waits a second.
      responses: { '200': { description: Done. } }
  /rules:
    post:
      operationId: rules
      summary: Rules
      description: Takes a body of many rules.
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Rules' } } } }
      responses: { '200': { description: Done. } }
  /with-parameter/{kind}:
    post:
      operationId: withParameter
      summary: With a parameter
      description: Takes a parameter and a body.
      parameters:
        - { name: kind, in: path, required: true, description: The kind., schema: { type: string, not: { enum: [bad] } } }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties: { a: { type: string }, b: { type: integer, multipleOf: 3 } }
              anyOf: [{ required: [a] }, { required: [b] }]
              maxProperties: 1
      responses: { '200': { description: Done. } }
  /large:
    post:
      operationId: large
      summary: Large
      description: Takes more than there is room for.
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties: { ${Array.from({ length: 400 }, (_, index) => `member_${index}: { oneOf: [{ type: string }, { type: integer }] }`).join(", ")} }
      responses: { '200': { description: Done. } }
components:
  schemas:
    Rules:
      type: object
      title: A body of rules
      properties:
        pair: { type: array, prefixItems: [{ type: string }, { type: integer }], items: false, minItems: 2 }
        set: { type: array, uniqueItems: true, contains: { const: 1 }, maxContains: 2, items: { type: integer } }
        not_blank: { type: string, title: A text, examples: [text], not: { pattern: '^\\s*$' } }
        one: { oneOf: [{ type: integer, multipleOf: 2 }, { type: integer, multipleOf: 3 }] }
        tree: { $ref: '#/components/schemas/Tree' }
        named: { type: object, propertyNames: { pattern: '^[a-z]+$' }, minProperties: 1, additionalProperties: { type: integer } }
        coded: { type: object, patternProperties: { '^n_': { type: integer } }, additionalProperties: false }
        closed: { allOf: [{ $ref: '#/components/schemas/Named' }], properties: { age: { type: integer } }, unevaluatedProperties: false }
        chosen: { type: string, enum: [phone, email] }
        phone: { type: string }
        email: { type: string }
        many: { type: string }
      dependentRequired: { many: [pair] }
      if: { properties: { chosen: { const: phone } }, required: [chosen] }
      then: { required: [phone] }
      allOf: [{ anyOf: [{ required: [phone] }, { required: [email] }, { required: [one] }, { required: [pair] }, { required: [set] }, { required: [tree] }, { required: [named] }, { required: [coded] }, { required: [closed] }, { required: [not_blank] }] }]
    Named: { $anchor: named, type: object, required: [name], properties: { name: { type: string } } }
    Tree: { type: object, required: [value], properties: { value: { type: integer }, next: { $ref: '#/components/schemas/Tree' } } }
`;
}
