import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writePlainHead } from "../../src/toolkits/testing/write-plain-head.ts";
import { writeToolkits } from "../e2e/documents.ts";

/** Writes the toolkits of the end-to-end suite, and one whose list is watched through channels. */
export function writeToolkitsWithChannels(applicationUrl: string): string {
  const folder = writeToolkits(applicationUrl);
  writeFileSync(join(folder, "lookout.yaml"), lookout(applicationUrl));
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
