/**
 * The example payloads of docs/decisions.md §9, with real values in the place of `…` and `<uuid>`. Each must be valid
 * for its schema in the document.
 */
export interface EventExample {
  readonly webhook: string;
  readonly schema: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

const event = "msg_0194d8a2-7c3e-7b51-9f24-6a8d0c5e2b17";
const time = "2026-02-06T12:00:00.000Z";

/** A connected account as in the table of the API document, with only the required members, its secrets masked. */
const account: Readonly<Record<string, unknown>> = {
  id: "ca_Ab12Cd34Ef56",
  toolkit: { slug: "github" },
  auth_config: {
    id: "ac_GhOauth2Main",
    auth_scheme: "OAUTH2",
    is_platform_managed: true,
    is_disabled: false,
  },
  user_id: "user-1",
  status: "EXPIRED",
  status_reason: "The refresh token was refused.",
  is_disabled: false,
  created_at: time,
  updated_at: time,
  state: {
    authScheme: "OAUTH2",
    val: { status: "EXPIRED", access_token: "gho_...", expired_at: time },
  },
  data: { status: "EXPIRED" },
  alias: "work",
  identity: null,
};

export const events: readonly EventExample[] = [
  {
    webhook: "platform.trigger.message.v1",
    schema: "TriggerMessageEventV1",
    payload: {
      trigger_name: "GITHUB_ISSUE_ADDED",
      trigger_id: "ti_Ab12Cd34Ef56",
      connection_id: "ca_Ab12Cd34Ef56",
      payload: { title: "x" },
      log_id: "log_Ab12Cd34Ef56",
    },
  },
  {
    webhook: "platform.trigger.message.v2",
    schema: "TriggerMessageEventV2",
    payload: {
      type: "github_issue_added",
      timestamp: time,
      log_id: "log_Ab12Cd34Ef56",
      data: {
        title: "x",
        connection_id: "5d0c8f1a-3b7e-4c92-a6d4-1e9f7b2c8d53",
        connection_nano_id: "ca_Ab12Cd34Ef56",
        trigger_id: "e2b7d4f9-1a6c-4853-b0e9-6f3c8a5d2b71",
        trigger_nano_id: "ti_Ab12Cd34Ef56",
        user_id: "user-1",
      },
    },
  },
  {
    webhook: "platform.trigger.message",
    schema: "TriggerMessageEvent",
    payload: {
      id: event,
      type: "platform.trigger.message",
      timestamp: time,
      metadata: {
        log_id: "log_Ab12Cd34Ef56",
        trigger_slug: "GITHUB_ISSUE_ADDED",
        trigger_id: "ti_Ab12Cd34Ef56",
        connected_account_id: "ca_Ab12Cd34Ef56",
        auth_config_id: "ac_GhOauth2Main",
        user_id: "user-1",
      },
      data: { title: "x" },
    },
  },
  {
    webhook: "platform.connected_account.expired",
    schema: "ConnectedAccountExpiredEvent",
    payload: {
      id: event,
      type: "platform.connected_account.expired",
      timestamp: time,
      metadata: { project_id: "proj_h3Vn8RwYc5Je", org_id: "org_Qm7Tz2Kx9LpA" },
      data: account,
    },
  },
  {
    webhook: "platform.trigger.disabled",
    schema: "TriggerDisabledEvent",
    payload: {
      id: event,
      type: "platform.trigger.disabled",
      timestamp: time,
      metadata: { project_id: "proj_h3Vn8RwYc5Je" },
      data: {
        id: "ti_Ab12Cd34Ef56",
        connected_account_id: "ca_Ab12Cd34Ef56",
        trigger_name: "GITHUB_ISSUE_ADDED",
        user_id: "user-1",
        disabled_at: time,
        disabled_reason: "connection_expired",
      },
    },
  },
];
