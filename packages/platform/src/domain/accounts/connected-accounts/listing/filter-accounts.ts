import type { Query } from "../../../../base/api-types.ts";
import { PlatformError } from "../../../../base/errors.ts";
import type { Scope } from "../../../scope.ts";
import { type AccountQuery, matchStatus, selectAccounts } from "../account-rows.ts";

/** The filters of a list of accounts, and its order. */
export type AccountFilter = Query<"listConnectedAccounts">;

/** The document's limit for all filters together. More would make a query slow to plan. */
const mostFilterValues = 200;

/** @throws PlatformError `ConnectedAccount_TooManyFilterValues`, `Toolkit_NotFound` for an unknown slug */
export function assertFilter(scope: Scope, filter: AccountFilter): void {
  if (countValues(filter) > mostFilterValues) {
    throw new PlatformError("ConnectedAccount_TooManyFilterValues");
  }
  const { toolkit_slugs: slugs = [] } = filter;
  if (slugs.some((slug) => scope.catalog.findToolkit(slug) === undefined)) {
    throw new PlatformError("Toolkit_NotFound");
  }
}

/** The number of values by which the list is filtered. */
export function countValues(filter: AccountFilter): number {
  const { toolkit_slugs: slugs = [], statuses = [], user_ids: users = [] } = filter;
  const { auth_config_ids: configs = [], connected_account_ids: ids = [] } = filter;
  return [slugs, statuses, users, configs, ids].reduce((sum, list) => sum + list.length, 0);
}

/** An empty filter admits all. */
export function applyFilter(scope: Scope, filter: AccountFilter): AccountQuery {
  let query = applyNames(selectAccounts(scope), filter);
  const { statuses = [], user_ids: users = [], connected_account_ids: ids = [] } = filter;
  if (statuses.length > 0) {
    query = query.where(matchStatus(statuses));
  }
  if (users.length > 0) {
    query = query.where("connected_accounts.user_id", "in", users);
  }
  if (ids.length > 0) {
    query = query.where("connected_accounts.id", "in", ids);
  }
  return query;
}

/** Applies the filters by toolkit and by auth config. */
export function applyNames(query: AccountQuery, filter: AccountFilter): AccountQuery {
  const { toolkit_slugs: slugs = [], auth_config_ids: configs = [] } = filter;
  let named = query;
  if (slugs.length > 0) {
    named = named.where("connected_accounts.toolkit_slug", "in", slugs);
  }
  if (configs.length > 0) {
    named = named.where("connected_accounts.auth_config_id", "in", configs);
  }
  return named;
}
