import { type Kysely, sql } from "kysely";
import type { Schemas } from "../../../base/api-types.ts";
import { readDatabaseNow } from "../../../base/db/now.ts";
import { compileOnce, sendQuery } from "../../../base/db/postgres/statements.ts";
import type { Tables } from "../../../base/db/tables.ts";
import type { Scope } from "../../scope.ts";
import { selectTriggers } from "../triggers/trigger-rows.ts";

/** An enabled instance, with the parts of its account that events contain. */
export interface WaitingInstance {
  readonly id: string;
  readonly uuid: string;
  readonly trigger_slug: string;
  readonly toolkit_version: string | null;
  readonly config: Schemas["TriggerConfig"];
  /** Null, and so are the two below, for an instance without an account. */
  readonly account_id: string | null;
  readonly account_uuid: string | null;
  readonly auth_config_id: string | null;
  readonly user_id: string;
  /** The members of its registration by which deliveries of an auth config's address name the account, as one text. */
  readonly named: string;
}

/** The same with its registration. */
interface WaitingRow extends WaitingInstance {
  readonly registration: Readonly<Record<string, unknown>> | null;
}

/** Rows of an address's instances are read by the last statement of a transaction. */
const last = { isPrepared: true, isLast: true };

/** Finds the project and the owner of an address by the SHA-256 of its token (hexadecimal). */
export async function findWebhookAddress(
  unscoped: Kysely<Tables>,
  hash: string,
): Promise<
  | {
      readonly place: { readonly projectId: string; readonly catalogVersion: number };
      readonly owner: { readonly kind: "instance" | "auth_config"; readonly id: string };
    }
  | undefined
> {
  const query = sql<{
    project_id: string;
    trigger_id: string | null;
    auth_config_id: string;
    catalog_version: number;
  }>`select * from find_webhook_address(${hash})`;
  const [row] = (await sendQuery(unscoped, query, { isPrepared: true })).rows;
  return (
    row && {
      place: { projectId: row.project_id, catalogVersion: row.catalog_version },
      owner:
        row.trigger_id === null
          ? { kind: "auth_config", id: row.auth_config_id }
          : { kind: "instance", id: row.trigger_id },
    }
  );
}

/** The secrets of an instance of a toolkit, and the time by the database's clock. */
export async function readInstanceOfAddress(
  { trx, projectId }: Scope,
  values: { readonly id: string; readonly toolkitSlug: string },
): Promise<
  { readonly id: string; readonly secrets: string | null; readonly now: Date } | undefined
> {
  return (await sendQuery(trx, instanceOfAddress({ projectId, ...values }), { isPrepared: true }))
    .rows[0];
}

const instanceOfAddress = compileOnce(
  ["projectId", "id", "toolkitSlug"],
  ({ projectId, id, toolkitSlug }, trx) =>
    selectTriggers({ trx, projectId })
      .select(["id", "secrets"])
      .select(readDatabaseNow().as("now"))
      .where("id", "=", id)
      .where("toolkit_slug", "=", toolkitSlug)
      .compile(),
);

/** The instance with this id, if it is enabled. It is the last statement of its transaction. */
export async function readWaitingInstance(
  { trx, projectId }: Scope,
  id: string,
): Promise<readonly WaitingRow[]> {
  return (await sendQuery(trx, waitingInstance({ projectId, id }), last)).rows;
}

/**
 * The enabled instances of an auth config whose registration names this account. It is the last statement of its
 * transaction.
 */
export async function readWaitingInstances(
  { trx, projectId }: Scope,
  values: { readonly configId: string; readonly account: string },
): Promise<readonly WaitingRow[]> {
  return (await sendQuery(trx, waitingInstances({ projectId, ...values }), last)).rows;
}

const waitingInstance = compileOnce(["projectId", "id"], (slots, trx) =>
  selectWaiting({ ...slots, trx })
    .where("trigger_instances.id", "=", slots.id)
    .compile(),
);

const waitingInstances = compileOnce(["projectId", "configId", "account"], (slots, trx) =>
  selectWaiting({ ...slots, trx })
    .where("a.auth_config_id", "=", slots.configId)
    .where(sql`trigger_instances.registration ->> 'owner'`, "=", slots.account)
    .compile(),
);

/** The enabled instances of the project, each with its account. */
function selectWaiting(scope: Pick<Scope, "projectId" | "trx">) {
  return selectTriggers(scope)
    .leftJoin("connected_accounts as a", (join) =>
      join
        .onRef("a.project_id", "=", "trigger_instances.project_id")
        .onRef("a.id", "=", "trigger_instances.connected_account_id"),
    )
    .where("trigger_instances.disabled_at", "is", null)
    .where("a.deleted_at", "is", null)
    .select([
      "trigger_instances.id",
      "trigger_instances.uuid",
      "trigger_instances.trigger_slug",
      "trigger_instances.toolkit_version",
      "trigger_instances.config",
      "trigger_instances.registration",
      "a.id as account_id",
      "a.uuid as account_uuid",
      "a.auth_config_id",
      "trigger_instances.user_id",
    ])
    .select(
      sql<string>`jsonb_build_array(registration -> 'owner', registration -> 'also')::text`.as(
        "named",
      ),
    )
    .orderBy("trigger_instances.id");
}
