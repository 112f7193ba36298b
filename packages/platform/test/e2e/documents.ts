import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writePlainHead } from "../../src/applications/toolkits/testing/write-plain-head.ts";
import { toolkitFolder } from "../../src/base/package-files.ts";

/**
 * Writes a folder with the toolkits of the suite: Hacker News, redirected to the test application, and two of the
 * test application.
 */
export function writeToolkits(applicationUrl: string): string {
  const folder = mkdtempSync(join(tmpdir(), "platform-e2e-toolkits-"));
  const hackerNews = readFileSync(join(toolkitFolder, "hackernews.yaml"), "utf8");
  writeFileSync(
    join(folder, "hackernews.yaml"),
    hackerNews.replaceAll(
      /- url: https:\/\/(?:hacker-news|hn)\.\S+/g,
      `- url: ${applicationUrl}/hn`,
    ),
  );
  writeFileSync(join(folder, "acme.yaml"), acme(applicationUrl));
  writeFileSync(join(folder, "plain.yaml"), plain(applicationUrl));
  writeFileSync(join(folder, "plain-before.yaml"), plainBefore(applicationUrl));
  writeFileSync(join(folder, "quay.yaml"), quay(applicationUrl));
  writeFileSync(join(folder, "vault.yaml"), vault(applicationUrl));
  return folder;
}

/** A toolkit for which the deployment has no credentials. */
function plain(url: string): string {
  return `${writePlainHead("plain", `${url}/api`)}
  auth: [{ mode: API_KEY, security_scheme: key, name: Key }]
security: [{ key: [] }]
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
paths:
  /thing:
    get: { operationId: getThing, summary: Get thing, description: Answers the thing., responses: { '200': { description: Done. } } }
`;
}

/** An earlier version of the toolkit, with a trigger type that was withdrawn later. */
function plainBefore(url: string): string {
  return `${plain(url).replace("20251120_00", "20251001_00")}
  /gone:
    get:
      operationId: listGone
      summary: List gone
      description: Answers what is gone.
      x-platform-trigger:
        type: poll
        slug: PLAIN_THING_GONE
        name: Gone
        payload: { type: object }
        poll: { items: /gone, identity: [/id], time: { pointer: /at }, data: {} }
      responses: { '200': { description: Done. } }
`;
}

/** A toolkit whose application cannot judge credentials: it breaks off, or refuses them with status 200. */
function quay(url: string): string {
  return `
openapi: 3.1.0
info: { title: Quay, description: Cannot be asked., version: '20251120_00' }
servers: [{ url: '${url}/api' }]
x-platform-toolkit:
  slug: quay
  legacy_id: 11111111-2222-4333-8444-555555555557
  created_at: '2025-11-20T08:00:00.000Z'
  updated_at: '2025-11-20T08:00:00.000Z'
  auth:
    - mode: API_KEY
      security_scheme: key
      name: Key
      test_operation: getBroken
      fields: { connected_account_initiation: [{ name: region, display_name: Region, required: false }] }
    - { mode: BEARER_TOKEN, security_scheme: token, name: Token, test_operation: whoAmI }
security: [{ key: [] }, { token: [] }]
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key }, token: { type: http, scheme: bearer } } }
paths:
  /broken: { get: { operationId: getBroken, summary: Get broken, description: Breaks off., x-platform-hints: [], responses: { '200': { description: Done. } } } }
  /who: { get: { operationId: whoAmI, summary: Who am I, description: Answers 200 in any case., x-platform-success: [{ pointer: /ok, equals: true }], responses: { '200': { description: Done. } } } }
`;
}

/** A toolkit whose tools take files. */
function vault(url: string): string {
  return `${writePlainHead("vault", `${url}/api`)}
  auth: [{ mode: API_KEY, security_scheme: key, name: Key }]
  webhooks:
    signature: { scheme: hmac, header: X-Signature }
    hooks:
      register: { operation: registerHook, arguments: { shelf: '{config.shelf}', url: '{url}', secret: '{secret}' }, id: /path }
      unregister: { operation: removeHook, arguments: { shelf: '{config.shelf}' } }
      find: { operation: listHooks, items: /items, url: /url, id: /id }
security: [{ key: [] }]
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
paths:
  /documents:
    post:
      operationId: uploadDocument
      summary: Upload document
      description: Stores a document.
      requestBody: &body
        required: true
        content: { multipart/form-data: { schema: { type: object, required: [file], properties: { folder: { type: string }, file: { type: string, format: binary } } } } }
      responses: &ok { '200': { description: Done. } }
  /old-documents: { post: { operationId: uploadOldDocument, summary: Upload old document, description: Gone., deprecated: true, requestBody: *body, responses: *ok } }
  /picture: { put: { operationId: putPicture, summary: Put picture, description: Stores a picture., requestBody: { required: true, content: { application/octet-stream: {} } }, responses: *ok } }
  /hooks: { get: { operationId: listHooks, summary: List hooks, description: Lists hooks., responses: { '200': { description: Done., content: { application/json: { schema: { type: array, items: {} } } } } } } }
  /hooks/{shelf}:
    parameters: [{ name: shelf, in: path, required: true, schema: { type: string } }]
    post: { operationId: registerHook, summary: Register hook, description: Makes a hook., requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { url: { type: string }, secret: { type: string } } } } } }, responses: *ok }
    delete: { operationId: removeHook, summary: Remove hook, description: Removes a hook., responses: *ok }
  /documents/latest: { get: { operationId: getLatest, summary: Get latest, description: Answers a document., responses: *ok } }
webhooks:
  documentAdded:
    post:
      description: Fires when a document is added.
      x-platform-trigger:
        type: webhook
        slug: VAULT_DOCUMENT_ADDED
        name: Document added
        config: { type: object, properties: { shelf: { type: string } }, required: [shelf], additionalProperties: false }
        payload: { type: object, properties: { title: { type: string } }, required: [title] }
        webhook: { when: [{ pointer: /title, present: true }], data: { title: /title } }
      responses: *ok
`;
}

/** The test application's toolkit, with a scheme of each kind that can be connected, and one that cannot. */
export function acme(url: string): string {
  return `
openapi: 3.1.0
info: { title: Acme, description: The application of the suite., version: '20251120_00' }
servers: [{ url: '${url}/api' }]
x-platform-toolkit:
  slug: acme
  legacy_id: 11111111-2222-4333-8444-555555555555
  categories: [developer-tools]
  created_at: '2025-11-20T08:00:00.000Z'
  updated_at: '2025-11-20T08:00:00.000Z'
  webhooks: { signature: { scheme: hmac, header: X-Acme-Signature, timestamp: { header: X-Acme-Time }, signed: '{timestamp}.{body}' }, delivery: { pointer: /id } }
  auth:
    - { mode: API_KEY, security_scheme: key, name: Key, test_operation: getThing }
    - { mode: BEARER_TOKEN, security_scheme: token, name: Token }
    - { mode: BASIC, security_scheme: basic, name: Basic }
    - mode: OAUTH2
      security_scheme: oauth
      name: OAuth
      managed: true
      oauth2: { default_scopes: [read], client_authentication: client_secret_basic, revocation_url: '${url}/revoke' }
    - { mode: S2S_OAUTH2, security_scheme: machine, name: Client credentials, oauth2: { client_authentication: client_secret_basic } }
    - { mode: SAML, security_scheme: token, name: SAML }
    - { mode: OAUTH1, security_scheme: token, name: OAuth 1 }
security: [{ key: [] }, { token: [] }, { basic: [] }, { oauth: [read] }, { machine: [] }]
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    token: { type: http, scheme: bearer }
    basic: { type: http, scheme: basic }
    oauth:
      type: oauth2
      flows:
        authorizationCode:
          authorizationUrl: ${url}/authorize
          tokenUrl: ${url}/token
          scopes: { read: Read. }
    machine: { type: oauth2, flows: { clientCredentials: { tokenUrl: '${url}/token', scopes: {} } } }
  responses:
    Ok:
      description: Done.
      content: { application/json: { schema: { type: object, properties: { ok: { type: boolean } } } } }
paths:
  /thing:
    get: { operationId: getThing, summary: Get thing, description: Answers the thing., tags: [things], responses: &ok { '200': { $ref: '#/components/responses/Ok' } } }
    post:
      operationId: createThing
      summary: Create thing
      description: Makes a thing.
      tags: [things]
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } }
      responses: *ok
  /things:
    get:
      operationId: listThings
      summary: List things
      description: Answers the things of a shelf.
      x-platform-trigger:
        type: poll
        slug: ACME_THING_LISTED
        name: Thing listed
        config: { type: object, properties: { shelf: { type: string, default: top } }, additionalProperties: false }
        payload: { type: object, properties: { title: { type: string } }, required: [title] }
        poll: { items: /things, identity: [/id], time: { pointer: /at }, next: { pointer: /next, argument: page }, arguments: { shelf: '{config.shelf}' }, data: { title: /title } }
      parameters: [{ name: page, in: query, schema: { type: string } }, { name: shelf, in: query, schema: { type: string } }]
      responses: *ok
  /old: { get: { operationId: getOld, summary: Get old, description: Gone., deprecated: true, responses: *ok } }
  /limited: { get: { operationId: getLimited, summary: Get limited, description: Is limited., responses: *ok } }
  /slow: { get: { operationId: getSlow, summary: Get slow, description: Takes its time., security: [], responses: *ok } }
  /silent: { get: { operationId: getSilent, summary: Get silent, description: Never answers., security: [], responses: *ok } }
  /slow-to-refuse: { get: { operationId: refuseSlowly, summary: Refuse slowly, description: Refuses after 40 seconds., responses: *ok } }
  /broken: { post: { operationId: breakThing, summary: Break thing, description: Breaks off., responses: *ok } }
webhooks:
  thingAdded:
    post:
      description: Fires when a thing is added.
      x-platform-trigger:
        type: webhook
        slug: ACME_THING_ADDED
        name: Thing added
        config: { type: object, properties: { shelf: { type: string, default: top } }, additionalProperties: false }
        payload: { type: object, properties: { title: { type: string } }, required: [title] }
        webhook: { when: [{ pointer: /type, equals: thing.added }], filters: { shelf: { pointer: /shelf } }, data: { title: /thing/title } }
      responses: *ok
`;
}
