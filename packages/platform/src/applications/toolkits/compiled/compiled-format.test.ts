import { inspect } from "node:util";
import { deserialize } from "node:v8";
import { inflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { compileToolkit } from "./compile-toolkit.ts";
import { compiledFormat } from "./compiled-toolkit.ts";

/** A document that uses every feature of toolkit documents at least once. */
const document = `
openapi: 3.1.0
info: { title: Every part, description: A toolkit., version: '20251120_00' }
servers: [{ url: 'https://{region}.parts.example/api/', variables: { region: { default: '' } } }]
x-platform-toolkit:
  slug: parts
  legacy_id: 11111111-2222-4333-8444-555555555555
  app_url: https://parts.example
  categories: [developer-tools]
  created_at: '2025-11-20T08:00:00.000Z'
  updated_at: '2025-11-20T08:00:00.000Z'
  allowed_hosts: [files.parts.example]
  headers: { X-Version: '1' }
  success: [{ pointer: /ok, equals: true }]
  form_style: brackets
  webhooks:
    signature: { scheme: hmac, header: X-Signature, timestamp: { pointer: /time } }
    delivery: { header: X-Delivery }
    hooks:
      register: { operation: createPart, arguments: { name: '{url}' }, id: /id, expires: { pointer: /until } }
      unregister: { operation: getPart, arguments: { id: '{id}' } }
  auth:
    - mode: API_KEY
      security_scheme: key
      name: Key
      test_operation: getPart
      fields: { connected_account_initiation: [{ name: region, display_name: Region, own_host: true }] }
    - mode: OAUTH2
      security_scheme: oauth
      name: OAuth
      managed: true
      oauth2: { default_scopes: [read], revocation_url: 'https://parts.example/revoke' }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    oauth: { type: oauth2, flows: { authorizationCode: { authorizationUrl: 'https://parts.example/a', tokenUrl: 'https://parts.example/t', scopes: { read: Read. } } } }
  schemas:
    Part:
      type: object
      required: [name]
      properties: { name: { type: string, pattern: '^[a-z]+$' }, size: { type: integer, default: 3 }, parts: { type: array, items: { $ref: '#/components/schemas/Part' } } }
paths:
  /parts/{id}#one:
    get:
      operationId: getPart
      summary: Get part
      description: Answers a part.
      tags: [parts]
      security: [{ key: [] }, { oauth: [read] }]
      x-platform-search: [which part is it]
      x-platform-hints: [readOnlyHint]
      x-platform-result: /data
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: filter, in: query, style: deepObject, explode: true, schema: { type: object, properties: { size: { type: integer } } } }
      responses: { '200': { description: Done., content: { application/json: { schema: { $ref: '#/components/schemas/Part' } } } } }
  /parts:
    post:
      operationId: createPart
      summary: Create part
      description: Makes a part.
      deprecated: true
      x-platform-success: [{ pointer: /error, absent: true }]
      x-platform-errors: [/error]
      x-platform-members: { size: /measures/size }
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Part' } } } }
      responses: { '201': { description: Made. } }
  /query: { post: { operationId: queryParts, summary: Query, description: Asks., x-platform-graphql: { query: '{ parts }' }, responses: { '200': { description: Done. } } } }
  /mail:
    post:
      operationId: mailPart
      summary: Mail
      description: Sends.
      x-platform-mime: { target: /raw }
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { to: { type: string }, subject: { type: string }, body: { type: string } } } } } }
      responses: { '200': { description: Done. } }
webhooks:
  partAdded:
    post:
      description: Fires when a part is added.
      x-platform-trigger:
        type: webhook
        slug: PARTS_PART_ADDED
        name: Part added
        config: { type: object, properties: { region: { type: string } } }
        payload: { type: object, properties: { name: { type: string } }, required: [name] }
        webhook:
          when: [{ header: X-Event, equals: added }]
          filters: { region: { pointer: /region } }
          data: { name: /part/name }
          hook: { events: [added] }
      responses: { '200': { description: Done. } }
`;

/** All stored forms as text, including parts that tools do not use today: they are also read back from old rows. */
function readStoredForms(): string {
  const { compiled, errors } = compileToolkit({ path: "document.yaml", text: document });
  expect(errors).toEqual([]);
  const parts = [
    deserialize(inflateRawSync(compiled?.outline ?? new Uint8Array())),
    ...(compiled?.tools ?? []).map(({ slug, record, execution }) => ({
      slug,
      record: JSON.parse(inflateRawSync(record).toString()),
      execution: deserialize(inflateRawSync(execution)),
    })),
  ];
  return parts.map((part) => `${inspect(part, options)}\n`).join("\n");
}

const options = {
  depth: null,
  maxArrayLength: null,
  maxStringLength: null,
  breakLength: 140,
  compact: 8,
  sorted: true,
} as const;

test("the stored forms are those of their format: when this fails, raise compiledFormat and rename the file", async () => {
  await expect(readStoredForms()).toMatchFileSnapshot(`./compiled-format-${compiledFormat}.txt`);
});
