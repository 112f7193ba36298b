import { webhooks as validators } from "../../../../../../generated/validators/index.js";
import type { Schemas } from "../../../base/api-types.ts";
import { PlatformError } from "../../../base/errors.ts";

/** The largest body of an event in bytes: 1 MiB (docs/decisions.md §9). Many receivers refuse larger requests. */
const mostBytes = 1024 * 1024;

/** A version of the bodies of events. */
export type WebhookVersion = Schemas["WebhookVersion"];

/** The members that every event has. */
export interface EventFrame {
  readonly id: string;
  /** When it happened. */
  readonly at: Date;
}

/** A trigger that fired. `data` follows the payload schema of its type. */
export interface TriggerMessage {
  readonly logId: string;
  readonly slug: string;
  readonly trigger: { readonly id: string; readonly uuid: string };
  /** Null for an instance without an account. */
  readonly account: {
    readonly id: string;
    readonly uuid: string;
    readonly authConfigId: string;
  } | null;
  readonly userId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Writes `platform.trigger.message` in a version.
 *
 * @throws PlatformError `Webhook_EventTooLarge`; TypeError when it does not match its schema in the document
 */
export function buildTriggerMessageBody(
  { id, at }: EventFrame,
  message: TriggerMessage,
  version: WebhookVersion,
): string {
  const { logId, slug, trigger, account, userId, data } = message;
  const timestamp = at.toISOString();
  switch (version) {
    case "V1":
      return checkEventBody("onTriggerMessageV1", {
        trigger_name: slug,
        trigger_id: trigger.id,
        connection_id: account?.id ?? null,
        payload: data,
        log_id: logId,
      });
    case "V2":
      return checkEventBody("onTriggerMessageV2", {
        type: slug.toLowerCase(),
        timestamp,
        log_id: logId,
        data: {
          ...data,
          connection_id: account?.uuid ?? null,
          connection_nano_id: account?.id ?? null,
          trigger_id: trigger.uuid,
          trigger_nano_id: trigger.id,
          user_id: userId,
        },
      });
    case "V3":
      return checkEventBody("onTriggerMessage", {
        id,
        type: "platform.trigger.message",
        timestamp,
        metadata: {
          log_id: logId,
          trigger_slug: slug,
          trigger_id: trigger.id,
          connected_account_id: account?.id ?? null,
          auth_config_id: account?.authConfigId ?? null,
          user_id: userId,
        },
        data,
      });
    default:
      return version satisfies never;
  }
}

/** Writes `platform.connected_account.expired`; @throws as `buildTriggerMessageBody` */
export function buildAccountExpiredBody(
  { id, at }: EventFrame,
  metadata: Schemas["ConnectedAccountExpiredEvent"]["metadata"],
  data: Schemas["ConnectedAccountExpiredEvent"]["data"],
): string {
  const type = "platform.connected_account.expired";
  return checkEventBody("onConnectedAccountExpired", {
    id,
    type,
    timestamp: at.toISOString(),
    metadata,
    data,
  });
}

/** Writes `platform.trigger.disabled`; @throws as `buildTriggerMessageBody` */
export function buildTriggerDisabledBody(
  { id, at }: EventFrame,
  projectId: string,
  data: Schemas["TriggerDisabledData"],
): string {
  const type = "platform.trigger.disabled";
  const metadata = { project_id: projectId };
  return checkEventBody("onTriggerDisabled", {
    id,
    type,
    timestamp: at.toISOString(),
    metadata,
    data,
  });
}

/**
 * Validates a body, so that receivers that were generated from the document can read it. All events are written here, so
 * it is also the place of their largest size. The size comes first, because validating takes longer.
 */
function checkEventBody(name: keyof typeof validators, body: unknown): string {
  const text = JSON.stringify(body);
  if (Buffer.byteLength(text) > mostBytes) {
    throw new PlatformError("Webhook_EventTooLarge");
  }
  const result = validators[name].requestBody["application/json"].safeParse(JSON.parse(text));
  if (!result.success) {
    const places = result.error.issues.map(({ path }) => path.join("."));
    throw new TypeError(
      `The event ${name} does not match its schema in the document at ${places.join(", ")}.`,
    );
  }
  return text;
}
