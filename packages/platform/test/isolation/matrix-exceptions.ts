import { randomUUID } from "node:crypto";
import type { Ids } from "./seed-project.ts";

/** Ids that never existed, in the form of each kind. */
export const unknownIds: Ids = {
  ac: "ac_000000000000",
  ca: "ca_000000000000",
  log: "log_000000000000",
  proj: "proj_000000000000",
  key: "key_000000000000",
  lk: `lk_${"0".repeat(32)}`,
  uuidOfConfig: randomUUID(),
  uuidOfAccount: randomUUID(),
  user: "nobody",
  toolkit: "nokit",
  tool: "NOKIT_TOOL",
  mcp: randomUUID(),
  mcpInstance: randomUUID(),
  trs: `trs_${"0".repeat(22)}`,
  trh: `trh_${"0".repeat(64)}`,
  ws: "ws_000000000000",
  dlv: "dlv_000000000000",
  ti: "ti_000000000000",
  file: "req_file_000000000000",
  uuidOfTrigger: randomUUID(),
  trigger: "NOKIT_TRIGGER",
  search: "nothing",
  state: "0".repeat(32),
};

/**
 * Ids that authenticate by themselves: anyone who has one may use it without a key. The matrix leaves them out where
 * they are valid. A state works only with its browser's cookie, so it must not have an effect, although its id is
 * known.
 */
export const bearerKinds: ReadonlySet<string> = new Set(["lk"]);
export const knownKinds: ReadonlySet<string> = new Set(["state"]);

/** Over MCP the id of a session also authenticates. */
export const bearerLabels: RegExp = /^callSessionMcp path\.session_id/;

/**
 * A caller who knows the id of another project's session gets 403, and learns nothing else about it
 * (docs/decisions.md §1).
 */
export const notOwnedKinds: ReadonlySet<string> = new Set(["trs"]);

/** Operations that report a deleted resource as such, to the project that deleted it (docs/decisions.md §1). */
export const tellsOfDeleted: ReadonlySet<string> = new Set(["getNanoId", "upsertTrigger"]);

/** Positions at which an existing id of the caller and an unknown id get the same response. */
export const sameForOwn: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  {
    pattern: /^deleteProjectKey path\.key_id/,
    reason: "The owner's operations delete the spare project before.",
  },
  {
    pattern: /^deleteMcpInstance path\.instanceId/,
    reason: "The request with one's own server deleted the instance.",
  },
  {
    pattern: /^callMcpServer path\.server_id, alone/,
    reason: "Without a user or an account in the URL nothing is looked up.",
  },
  {
    pattern: / header\.Idempotency-Key$/,
    reason: "One that is new and an unknown one are the same.",
  },
  {
    pattern: /^(?:createConnectedAccount|createLink|generateMcpUrls) body\..*user_id/,
    reason: "Users are named by whoever connects them.",
  },
  {
    pattern: /^getMcpServer query\.user_id/,
    reason: "It is written into the commands of the answer, and not looked up.",
  },
  {
    pattern: /^upsertTrigger body\.user_id, alone/,
    reason: "Without an account, only a toolkit that needs none has triggers.",
  },
  {
    pattern: /^executeMetaTool body\.arguments\.search/,
    reason: "A text to find in a result of the session.",
  },
  { pattern: /^createSession body\.user_id/, reason: "Users are named by whoever connects them." },
  {
    pattern: /^updateSession body\.toolkits\.(?:disabled|enable|disable)\.\[\]/,
    reason: "The example names toolkits by `enabled`, and one request takes one of the four names.",
  },
  {
    pattern: /^(?:create|update)Session body\.tools\./,
    reason: "A session may name tools that a later version of their toolkit has.",
  },
  {
    pattern: /^completeAuthorization query\.state$/,
    reason:
      "A state counts at the redirect address that it was made for, which is that of its toolkit.",
  },
  {
    pattern: /^complete(?:Toolkit|Imported)Authorization path\./,
    reason:
      "Without a state that belongs to it, a toolkit's address says nothing of toolkits or projects.",
  },
  {
    pattern: /^list(?:Toolkits|Tools|SessionToolkits) query\.search/,
    reason: "Toolkits are the deployment's.",
  },
  {
    pattern: /^listFiles query\.(?:toolkit|tool)_slug$/,
    reason: "Toolkits are the deployment's, and the project's file is of another one than acme.",
  },
  {
    pattern: /^listActiveTriggers query\..*, beside one's own$/,
    reason: "A filter takes several ids, and one that is unknown adds nothing to one's own.",
  },
  {
    pattern:
      /^listActiveTriggers query\.deprecatedConnectedAccountUuids\.\[\], (?!CONNECTED_ACCOUNT)/,
    reason: "The UUID of something else is not one of an account.",
  },
  {
    pattern: /^listActiveTriggers query\.deprecatedAuthConfigUuids\.\[\], (?!AUTH_CONFIG)/,
    reason: "The UUID of something else is not one of an auth config.",
  },
  {
    pattern: /^upsertTrigger path\.slug, alone$/,
    reason: "Without an account nothing is looked up.",
  },
  {
    pattern: /^upsertTrigger body\.connectedAuthId$/,
    reason: "The request also has `connected_account_id`, which counts.",
  },
  {
    pattern: /^receiveWebhook path\.toolkit_slug$/,
    reason: "The request has a token that is unknown.",
  },
];

/** Columns that the service itself fills: ids, hashes, times, states, envelopes, compressed bytes. */
export const ownColumns: RegExp =
  /^(?:id|.*_id|uuid|hash|shown|.*_at|.*_until|status|remembered_status|state|attempt|max_attempts|fingerprint|runner|answer|wrapped|master_version|auth_schemes?|secrets|secrets_version|is_.*|has_.*|outcome|purpose|browser_hash|redirect_uri|toolkit_slug|lease_.*|day|shard|uses|accounts|auth_configs|catalog_version|refresh_.*|successful|status_code|bodies|duration_ms|source|tool_slug|version|created_by|piece|sealed|lane|execution|format|outline|record|event_type|enabled_events|signature_key|disabled_reason|body|response_body|latency_ms|replay_of|failing_since|auth_config_ids|own_toolkits|toolkits|allowed_tools|managed_auth_via_platform|signing_key|bytes|trigger_slug|toolkit_version|kind|config_hash|watermark|oldest_item|poll_failures|md5|size|hook_.*|packed_document|document_hash|payload)$/;
