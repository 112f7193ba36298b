import type { Selectable } from "kysely";
import type { Schemas } from "../../../base/api-types.ts";
import type { Tables } from "../../../base/db/tables.ts";

/** A row of `trigger_instances`. */
export type TriggerRow = Selectable<Tables["trigger_instances"]>;

/** A row with the column of its account that the API returns. */
export type TriggerWithAccount = Omit<TriggerRow, "secrets" | "token_hash"> & {
  /** Null for an instance without an account. */
  readonly account_uuid: string | null;
};

/** An instance as the API returns it. */
export function toTriggerRecord(row: TriggerWithAccount): Schemas["TriggerInstance"] {
  const disabledAt = row.disabled_at?.toISOString() ?? null;
  const updatedAt = row.updated_at.toISOString();
  return {
    uuid: row.uuid,
    id: row.id,
    connected_account_id: row.connected_account_id,
    connected_account_uuid: row.account_uuid,
    trigger_name: row.trigger_slug,
    user_id: row.user_id,
    ...(row.registration && { trigger_data: JSON.stringify(row.registration) }),
    trigger_config: row.config,
    state: {
      ...(row.last_polled_at && { last_polled_at: row.last_polled_at.toISOString() }),
      ...(row.next_poll_at && { next_poll_at: row.next_poll_at.toISOString() }),
      ...(row.disabled_reason && { disabled_reason: row.disabled_reason }),
    },
    updated_at: updatedAt,
    disabled_at: disabledAt,
    disabledAt,
    connectedAccountId: row.connected_account_id,
    triggerName: row.trigger_slug,
    updatedAt,
    triggerConfig: row.config,
    deprecated: { createdAt: row.created_at.toISOString() },
  };
}
