import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Schemas } from "../../../base/api-types.ts";
import { selectAccounts } from "../../accounts/connected-accounts/account-rows.ts";
import { joinAuthConfig } from "../../accounts/connected-accounts/open-account.ts";
import type { Page } from "../../lists/cursors.ts";
import { countRowsThatFit } from "../../lists/page-queries.ts";
import { countItemsBefore, type PageOf, toPage } from "../../lists/pages.ts";
import type { Scope } from "../../scope.ts";
import { toTriggerRecord } from "./trigger-record.ts";
import { isOneOf, selectTriggers, type TriggerQuery } from "./trigger-rows.ts";

/** Selects instances. When several filters are given, all of them have to match. */
export interface TriggersFilter {
  readonly userIds?: readonly string[] | undefined;
  readonly accountIds?: readonly string[] | undefined;
  readonly accountUuids?: readonly string[] | undefined;
  readonly authConfigIds?: readonly string[] | undefined;
  readonly authConfigUuids?: readonly string[] | undefined;
  readonly triggerIds?: readonly string[] | undefined;
  /** In upper or lower case. */
  readonly triggerNames?: readonly string[] | undefined;
  readonly showDisabled: boolean;
}

/** A page of the project's instances, the newest first. */
export async function listTriggers(
  scope: Scope,
  filter: TriggersFilter,
  page: Page,
): Promise<PageOf<Schemas["TriggerInstance"]>> {
  const matching = applyFilter(scope, filter);
  const { total } = await matching
    .select(sql<number>`count(*)::integer`.as("total"))
    .executeTakeFirstOrThrow();
  const order = sql`trigger_instances.created_at desc, trigger_instances.id desc`;
  // A record has its configuration twice.
  const bytes = sql`2 * octet_length(trigger_instances.config::text)`;
  const ids = matching
    .select("trigger_instances.id")
    .orderBy(order)
    .limit(countRowsThatFit(page, { rows: matching, bytes, order }))
    .offset(countItemsBefore(page));
  const rows = await selectTriggers(scope)
    .leftJoin("connected_accounts as account", (join) =>
      join
        .onRef("account.project_id", "=", "trigger_instances.project_id")
        .onRef("account.id", "=", "trigger_instances.connected_account_id"),
    )
    .where("trigger_instances.id", "in", ids)
    .selectAll("trigger_instances")
    .select("account.uuid as account_uuid")
    .orderBy(order)
    .execute();
  return toPage(page, total, rows.map(toTriggerRecord));
}

function applyFilter(scope: Scope, filter: TriggersFilter): TriggerQuery {
  let query = selectTriggers(scope);
  if (!filter.showDisabled) {
    query = query.where("trigger_instances.disabled_at", "is", null);
  }
  if (filter.triggerIds !== undefined) {
    query = query.where(isOneOf("trigger_instances.id", filter.triggerIds));
  }
  if (filter.triggerNames !== undefined) {
    const names = filter.triggerNames.map((name) => name.toUpperCase());
    query = query.where(isOneOf("trigger_instances.trigger_slug", names));
  }
  if (filter.accountIds !== undefined) {
    query = query.where(isOneOf("trigger_instances.connected_account_id", filter.accountIds));
  }
  if (filter.userIds !== undefined) {
    query = query.where(isOneOf("trigger_instances.user_id", filter.userIds));
  }
  const ofAccount = buildAccountConditions(filter);
  return ofAccount.length === 0
    ? query
    : query.where(
        "trigger_instances.connected_account_id",
        "in",
        selectAccountIds(scope, sql.join(ofAccount, sql` and `)),
      );
}

/** Conditions on the account of an instance and on its auth config. */
function buildAccountConditions(filter: TriggersFilter): readonly RawBuilder<SqlBool>[] {
  const { authConfigIds, accountUuids, authConfigUuids } = filter;
  return [
    ...isOneOfGiven("connected_accounts.auth_config_id", authConfigIds),
    ...isOneOfGiven("connected_accounts.uuid", accountUuids),
    ...isOneOfGiven("auth_configs.uuid", authConfigUuids),
  ];
}

function selectAccountIds(scope: Scope, condition: RawBuilder<unknown>) {
  return joinAuthConfig(selectAccounts(scope))
    .select("connected_accounts.id")
    .where(sql<SqlBool>`(${condition})`);
}

function isOneOfGiven(
  column: string,
  values: readonly string[] | undefined,
): readonly RawBuilder<SqlBool>[] {
  return values === undefined ? [] : [isOneOf(column, values)];
}
