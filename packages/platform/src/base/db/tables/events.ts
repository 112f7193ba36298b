import type { ColumnType, Generated } from "kysely";
import type { Schemas } from "../../api-types.ts";
import type { Json, OptionalTime, Time } from "./column-types.ts";

/** Rows of `trigger_instances`. */
export interface TriggerInstancesTable {
  project_id: string;
  id: string;
  uuid: Generated<string>;
  /** Null where the toolkit needs no authentication and the upsert named no account. */
  connected_account_id: string | null;
  /** That of the account, if there is one. */
  user_id: string;
  toolkit_slug: string;
  trigger_slug: string;
  /** The version of the toolkit that was asked for; null for the latest at any time. */
  toolkit_version: string | null;
  kind: Schemas["TriggerKind"];
  /** By the schema of the type, with its defaults; `{}` after deletion. */
  config: Json<Schemas["TriggerConfig"]>;
  /** SHA-256 of the canonical configuration without `interval`, hexadecimal. */
  config_hash: string;
  /** Null while it is enabled. */
  disabled_at: OptionalTime;
  /** Why the service disabled it; null where its owner did. */
  disabled_reason: Generated<string | null>;
  /** SHA-256 of the token in the address that the application calls, hexadecimal. */
  token_hash: Generated<string | null>;
  /** An envelope around the token and the secret that the application signs with. */
  secrets: Generated<string | null>;
  /** The application's answer to the registration of the hook. */
  registration: ColumnType<
    Readonly<Record<string, unknown>> | null,
    string | undefined,
    string | null
  >;
  registration_expires_at: OptionalTime;
  /** A random word of the call that is registering the hook; null at all other times. */
  hook_claim: Generated<string | null>;
  hook_claim_until: OptionalTime;
  /** The time at which a hook that expires is registered again; null for a hook that does not expire. */
  hook_renew_at: OptionalTime;
  /** The time of the newest item that a poll saw; null before the first poll. */
  watermark: OptionalTime;
  /** Items from before this time were not recorded one by one, and never fire. */
  oldest_item: OptionalTime;
  last_polled_at: OptionalTime;
  next_poll_at: OptionalTime;
  /** Polls that failed since the last that succeeded. */
  poll_failures: Generated<number>;
  created_at: Time;
  updated_at: Time;
  deleted_at: OptionalTime;
}

/** Rows of `trigger_items`. */
export interface TriggerItemsTable {
  project_id: string;
  /** A hash of the instance and of the item's identity. */
  id: string;
  trigger_id: string;
  /** The time that the item reports. */
  marked_at: ColumnType<Date, Date, Date>;
}

/** Rows of `webhook_addresses`. */
export interface WebhookAddressesTable {
  project_id: string;
  /** That of the auth config. */
  id: string;
  /** SHA-256 of the token in the address, hexadecimal. */
  token_hash: string;
  /** An envelope. */
  token: string;
  created_at: Time;
}

/** Rows of `webhook_receipts`. */
export interface WebhookReceiptsTable {
  project_id: string;
  /** A hash of the address and of the application's id of the delivery. */
  id: string;
  received_at: Time;
}

/** Rows of `webhook_subscriptions`. */
export interface WebhookSubscriptionsTable {
  project_id: string;
  id: string;
  webhook_url: string;
  enabled_events: string[];
  version: Schemas["WebhookVersion"];
  signature_key: Schemas["WebhookSignatureKey"];
  status: Generated<Schemas["WebhookSubscriptionStatus"]>;
  disabled_reason: Schemas["WebhookSubscription"]["disabled_reason"];
  /** An envelope around `WebhookSecrets`. */
  secrets: string;
  secrets_version: number;
  /** Until this time the previous secret also signs. */
  previous_until: OptionalTime;
  /** The first failure after the last success. */
  failing_since: OptionalTime;
  created_at: Time;
  updated_at: Time;
}

/** Rows of `webhook_events`. */
export interface WebhookEventsTable {
  project_id: string;
  id: string;
  subscription_id: string;
  event_type: string;
  version: Schemas["WebhookVersion"];
  /** An envelope around the text to send. */
  body: string;
  /** The user whose account the event is about; null for other events. */
  user_id: string | null;
  /** The trigger instance that fired; null for other events. */
  trigger_id: string | null;
  is_test: boolean;
  created_at: Time;
}

/** Rows of `webhook_deliveries`. */
export interface WebhookDeliveriesTable {
  project_id: string;
  id: string;
  subscription_id: string;
  event_id: string;
  /** When the event was stored: the week of the row. */
  event_at: ColumnType<Date, Date, never>;
  event_type: string;
  webhook_url: string;
  status: Generated<Schemas["DeliveryStatus"]>;
  replay_of: string | null;
  next_attempt_at: OptionalTime;
  /**
   * The attempt that succeeded, at `updated_at`; null before. Attempts that failed are in `webhook_attempts`.
   */
  status_code: number | null;
  latency_ms: number | null;
  response_body: string | null;
  created_at: Time;
  updated_at: Time;
}

/** An attempt that failed. */
export interface WebhookAttemptsTable {
  project_id: string;
  delivery_id: string;
  /** That of the delivery. */
  event_at: ColumnType<Date, Date, never>;
  /** From 1. */
  attempt: number;
  attempted_at: Time;
  status_code: number | null;
  latency_ms: number;
  error: string | null;
  /** The envelope of the beginning of the answer; null without one, or when its body was empty. */
  response_body: string | null;
}
