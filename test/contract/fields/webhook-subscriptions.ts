import { type ResourceTables, wrapInEnvelope } from "./table.ts";

const id = "id* id(ws_)";

/** Webhook subscriptions and their deliveries: the API document's sections, and docs/decisions.md §9. */
export const webhookSubscriptions: ResourceTables = {
  shapes: {
    Version: "= enum(V1,V2,V3)",
    SubscriptionStatus: "= enum(enabled,disabled)",
    SignatureKey: "= enum(decoded,raw)",
    WebhookSubscription: `
      id*              id(ws_)
      webhook_url*     uri
      version*         Version
      enabled_events*  array<string>
      secret*          string
      created_at*      time
      updated_at*      time
      status*          SubscriptionStatus
      disabled_reason* enum(gone,failing,requested)|null
      signature_key*   SignatureKey
    `,
    EventType: `
      event_type*         string
      description*        string
      supported_versions* array<Version>
    `,
    // "attempts, status, latency"
    Delivery: `
      + id*              id(dlv_)
      + event_id*        event-id
      + event_type*      string
      + version*         Version
      + webhook_url*     uri
      status*            enum(pending,delivered,failed)
      + is_test*         boolean
      + replay_of*       id(dlv_)|null
      attempts*          array<DeliveryAttempt>
      + next_attempt_at* time|null
      + created_at*      time
      + updated_at*      time
    `,
    DeliveryAttempt: `
      + attempt*       number min=1 max=10
      + attempted_at*  time
      + status_code*   number|null
      latency_ms*      number
      + error*         string|null
      + response_body* string|null
    `,
  },
  operations: [
    {
      operation: "POST /api/v3/webhook_subscriptions",
      body: `
        webhook_url*    uri
        enabled_events* array<string>
        version         Version default=V3
        signature_key   SignatureKey default=decoded
      `,
      answers: { 201: "...WebhookSubscription" },
    },
    {
      operation: "GET /api/v3/webhook_subscriptions",
      query: "...CursorQuery",
      answers: { 200: wrapInEnvelope("WebhookSubscription") },
    },
    {
      operation: "GET /api/v3/webhook_subscriptions/event_types",
      answers: { 200: "items* array<EventType>" },
    },
    {
      operation: "GET /api/v3/webhook_subscriptions/{id}",
      path: id,
      answers: { 200: "...WebhookSubscription" },
    },
    {
      operation: "PATCH /api/v3/webhook_subscriptions/{id}",
      path: id,
      body: `
        status           SubscriptionStatus
        + webhook_url    uri
        + enabled_events array<string>
        + version        Version
        + signature_key  SignatureKey
      `,
      answers: { 200: "...WebhookSubscription" },
    },
    {
      operation: "DELETE /api/v3/webhook_subscriptions/{id}",
      path: id,
      answers: { 200: "...Success" },
    },
    {
      operation: "POST /api/v3/webhook_subscriptions/{id}/rotate_secret",
      path: id,
      answers: {
        200: `
          id*     id(ws_)
          secret* webhook-secret
        `,
      },
    },
    {
      operation: "POST /api/v3/webhook_subscriptions/{id}/test",
      path: id,
      body: "+ event_type string default=platform.trigger.message",
      answers: { 202: "...Delivery" },
    },
    {
      operation: "GET /api/v3/webhook_subscriptions/{id}/deliveries",
      path: id,
      query: `
        + status     enum(pending,delivered,failed)
        + event_type string
        + trigger_id id(ti_)
        ...CursorQuery
      `,
      answers: { 200: wrapInEnvelope("Delivery") },
    },
    {
      operation: "POST /api/v3/webhook_subscriptions/{id}/deliveries/{delivery_id}/replay",
      path: `
        id*          id(ws_)
        delivery_id* id(dlv_)
      `,
      answers: { 202: "...Delivery" },
    },
    {
      operation: "POST /api/v3/webhook_subscriptions/{id}/replay",
      path: id,
      body: `
        since* time
        until  time
      `,
      answers: { 202: "+ queued* number" },
    },
  ],
};
