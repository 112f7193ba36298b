import { sql } from "kysely";
import type { Schemas } from "../../../api-types.ts";
import { compileOnce, sendQuery } from "../../../db/statements.ts";
import type { NamedOwner } from "../../../ingress/read-owner.ts";
import type { Scope } from "../../scope.ts";
import { selectTriggers } from "../triggers/trigger-rows.ts";
import type { AddressOwner } from "./locate-address.ts";

/** An enabled instance, with the parts of its account that events contain. */
export interface WaitingInstance {
  readonly id: string;
  readonly uuid: string;
  readonly trigger_slug: string;
  readonly toolkit_version: string | null;
  readonly config: Schemas["TriggerConfig"];
  readonly account_id: string;
  readonly account_uuid: string;
  readonly auth_config_id: string;
  readonly user_id: string;
  /** The members of its registration by which deliveries of an auth config's address name the account, as one text. */
  readonly named: string;
}

/**
 * The enabled instances that receive the deliveries of an address. The last statement of its transaction.
 *
 * @param account the values by which deliveries of an auth config's address name the account; unused for an instance's own
 */
export async function listWaiting(
  scope: Scope,
  owner: AddressOwner,
  account: NamedOwner,
): Promise<readonly WaitingInstance[]> {
  const { projectId, trx } = scope;
  if (owner.kind === "instance") {
    return (await sendQuery(trx, waitingInstance({ projectId, id: owner.id }), sending)).rows;
  }
  const values = { projectId, configId: owner.id, account: account.owner };
  const { rows: ofOwner } = await sendQuery(trx, waitingInstances(values), sending);
  return ofOwner.filter(({ registration }) => {
    // An instance from before the toolkit named further values has none.
    const also = registration?.also;
    return !Array.isArray(also) || also.every((each, index) => each === account.also[index]);
  });
}

const sending = { isPrepared: true, isLast: true };

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
    .innerJoin("connected_accounts as a", (join) =>
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
      "a.user_id",
    ])
    .select(
      sql<string>`jsonb_build_array(registration -> 'owner', registration -> 'also')::text`.as(
        "named",
      ),
    )
    .orderBy("trigger_instances.id");
}
