import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writePlainHead } from "../../src/toolkits/testing/write-plain-head.ts";
import { writeToolkits } from "../e2e/documents.ts";

/** Writes the toolkits of the end-to-end suite, one whose list is watched through channels, and one through tokens. */
export function writeToolkitsWithWatches(applicationUrl: string): string {
  const folder = writeToolkits(applicationUrl);
  writeFileSync(join(folder, "lookout.yaml"), lookout(applicationUrl));
  writeFileSync(join(folder, "beacon.yaml"), beacon(applicationUrl));
  return folder;
}

function lookout(url: string): string {
  return `${writePlainHead("lookout", `${url}/api`)}
  webhooks:
    signature: { scheme: token, header: X-Channel-Token }
    hooks:
      register: { operation: openChannel, arguments: { id: '{uuid}', address: '{url}', token: '{secret}' }, id: /id, keep: { resource: /resource }, expires: { pointer: /until, unit: milliseconds } }
      unregister: { operation: stopChannel, arguments: { id: '{id}', resource: '{resource}' } }
  auth: [{ mode: API_KEY, security_scheme: key, name: Key }]
security: [{ key: [] }]
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
paths:
  /ships:
    get:
      operationId: listShips
      summary: List ships
      description: Lists the ships.
      x-platform-trigger:
        type: poll
        slug: LOOKOUT_SHIP_SIGHTED
        name: Ship sighted
        payload: { type: object, properties: { name: { type: string } }, required: [name] }
        poll: { items: /ships, identity: [/name], time: { pointer: /at }, data: { name: /name } }
        watch: { when: [{ header: X-State, equals: changed }] }
      responses: &ok { '200': { description: Done. } }
  /channels: { post: { operationId: openChannel, summary: Open channel, description: Opens a channel., requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { id: { type: string }, address: { type: string }, token: { type: string } } } } } }, responses: *ok } }
  /channels/stop: { post: { operationId: stopChannel, summary: Stop channel, description: Stops a channel., requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { id: { type: string }, resource: { type: string } } } } } }, responses: *ok } }
`;
}

function beacon(url: string): string {
  return `
openapi: 3.1.0
info: { title: Beacon, description: Signs with tokens., version: '20251120_00' }
servers: [{ url: '${url}/api' }]
x-platform-toolkit:
  slug: beacon
  legacy_id: 11111111-2222-4333-8444-555555555598
  created_at: '2025-11-20T08:00:00.000Z'
  updated_at: '2025-11-20T08:00:00.000Z'
  webhooks:
    address: auth_config
    signature: { scheme: jwt, keys: '${url}/api/broken', issuers: [beacon], claims: { email: { equals: push@example.com } } }
    decode: /message/data
    owner: { operation: who, pointer: /path, delivery: { pointer: /message/data/who } }
    hooks:
      register: { operation: watch, arguments: { topic: '{credentials.topic}' }, expires: { pointer: /until, unit: milliseconds } }
      unregister: { operation: stop }
  auth:
    - mode: API_KEY
      security_scheme: key
      name: Key
      fields: { auth_config_creation: [{ name: topic, secret: true, required: false }] }
security: [{ key: [] }]
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
paths:
  /owners: { get: { operationId: who, summary: Who, description: Names the owner., responses: &ok { '200': { description: Done. } } } }
  /ships:
    get:
      operationId: listShips
      summary: List ships
      description: Lists the ships.
      x-platform-trigger:
        type: poll
        slug: BEACON_SHIP_SIGHTED
        name: Ship sighted
        payload: { type: object, properties: { name: { type: string } }, required: [name] }
        poll: { items: /ships, identity: [/name], time: { pointer: /at }, data: { name: /name } }
        watch: { when: [{ pointer: /message/data/who, present: true }] }
      responses: *ok
  /channels: { post: { operationId: watch, summary: Watch, description: Opens a watch., requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { topic: { type: string } } } } } }, responses: *ok } }
  /stop: { post: { operationId: stop, summary: Stop, description: Stops the watch., responses: *ok } }
`;
}
