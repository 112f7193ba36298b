import { writePlainHead } from "../../../src/applications/toolkits/testing/write-plain-head.ts";

/**
 * A toolkit whose application pushes its events through Pub/Sub, as Google Chat does: a webhook type with tokens, and with a hook that
 * belongs to the owner.
 */
export const writeChatToolkit = (url: string): string => `${writePlainHead("chat", url)}  webhooks:
    address: auth_config
    signature: { scheme: jwt, keys: '${url}/certs', issuers: [https://accounts.google.com], claims: { email: { field: sender } } }
    decode: /message/data
    delivery: { pointer: /message/messageId }
    owner: { operation: getProfile, pointer: /emailAddress, delivery: { pointer: /message/data/emailAddress } }
    hooks:
      register: { operation: watch, arguments: { topicName: '{credentials.topic}' }, expires: { pointer: /expiration, unit: milliseconds } }
      unregister: { operation: stop }
  auth:
    - mode: BEARER_TOKEN
      security_scheme: bearer
      name: Token
      fields: { auth_config_creation: [{ name: topic, required: false }, { name: sender, required: false }] }
security: [{ bearer: [] }]
components: { securitySchemes: { bearer: { type: http, scheme: bearer } } }
paths:
  /users/me/profile: { get: { operationId: getProfile, summary: Get profile, description: Names the owner., responses: &ok { '200': { description: Done. } } } }
  /users/me/watch: { post: { operationId: watch, summary: Watch, description: Begins to push., requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { topicName: { type: string } } } } } }, responses: *ok } }
  /users/me/stop: { post: { operationId: stop, summary: Stop, description: Ends it., responses: *ok } }
webhooks:
  posted:
    post:
      x-platform-trigger:
        type: webhook
        slug: CHAT_MESSAGE_POSTED
        name: Message posted
        description: Fires when a message is posted.
        payload: { type: object, properties: { text: { type: string } }, required: [text] }
        webhook: { when: [{ pointer: /message/data/text, present: true }], data: { text: /message/data/text } }
      responses: *ok
`;
