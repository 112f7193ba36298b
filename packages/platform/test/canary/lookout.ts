import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writePlainHead } from "../../src/applications/toolkits/testing/write-plain-head.ts";
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
${ships("LOOKOUT", "{ header: X-State, equals: changed }")}      responses: &ok { '200': { description: Done. } }
  /channels: { post: { operationId: openChannel, summary: Open channel, description: Opens a channel., requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { id: { type: string }, address: { type: string }, token: { type: string } } } } } }, responses: *ok } }
  /channels/stop: { post: { operationId: stopChannel, summary: Stop channel, description: Stops a channel., requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { id: { type: string }, resource: { type: string } } } } } }, responses: *ok } }
`;
}

function beacon(url: string): string {
  return `${writePlainHead("beacon", `${url}/api`)}  webhooks:
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
${ships("BEACON", "{ pointer: /message/data/who, present: true }")}      responses: *ok
  /channels: { post: { operationId: watch, summary: Watch, description: Opens a watch., requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { topic: { type: string } } } } } }, responses: *ok } }
  /stop: { post: { operationId: stop, summary: Stop, description: Stops the watch., responses: *ok } }
`;
}

/** The list of ships, with a trigger type that a notification with this condition makes due. */
function ships(toolkit: string, condition: string): string {
  return `  /ships:
    get:
      operationId: listShips
      summary: List ships
      description: Lists the ships.
      x-platform-trigger:
        type: poll
        slug: ${toolkit}_SHIP_SIGHTED
        name: Ship sighted
        payload: { type: object, properties: { name: { type: string } }, required: [name] }
        poll: { items: /ships, identity: [/name], time: { pointer: /at }, data: { name: /name } }
        watch: { when: [${condition}] }
`;
}
