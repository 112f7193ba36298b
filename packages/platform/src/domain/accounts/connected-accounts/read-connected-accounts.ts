import type { Schemas } from "../../../base/api-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import { yieldWhenLate } from "../../../base/sharing/take-turns.ts";
import type { Page } from "../../lists/cursors.ts";
import { type PageOf, toPage } from "../../lists/pages.ts";
import { getProjectConfig, selectProjectConfig, toProjectConfig } from "../../projects/config.ts";
import { openSecretBox, type Scope } from "../../scope.ts";
import { toAccountDetail, toAccountRecord } from "./account-record.ts";
import { selectAccount } from "./account-rows.ts";
import { readCount } from "./listing/count-accounts.ts";
import { type AccountFilter, assertFilter } from "./listing/filter-accounts.ts";
import { toListedAccount } from "./listing/listed-account.ts";
import { readPage } from "./listing/page-statements.ts";
import { toOpenedAccount, withAuthConfig } from "./open-account.ts";

/**
 * The connected accounts of the project, in every status except deleted.
 *
 * @throws PlatformError `ConnectedAccount_TooManyFilterValues`, `Toolkit_NotFound` for an unknown slug
 */
export async function listConnectedAccounts(
  scope: Scope,
  filter: AccountFilter,
  page: Page,
): Promise<PageOf<Schemas["ConnectedAccountResponse"]>> {
  assertFilter(scope, filter);
  const box = await openSecretBox(scope);
  const rows = await readPage(scope, filter, page);
  // Past the end of the list, the result has no row that could carry the total and the settings.
  const total = rows[0]?.total ?? (await readCount(scope, filter));
  const config = rows[0] ? toProjectConfig(rows[0].project_config) : await getProjectConfig(scope);
  const { mask_secret_keys_in_connected_account: mask } = config;
  const records: Schemas["ConnectedAccountResponse"][] = [];
  for (const row of rows) {
    records.push(toAccountRecord(scope, toListedAccount(box, row), mask));
    const late = yieldWhenLate();
    if (late !== undefined) {
      await late;
    }
  }
  return toPage(page, total, records);
}

/** One account with its parameters; @throws PlatformError `ConnectedAccount_NotFound` */
export async function getConnectedAccount(
  scope: Scope,
  id: string,
): Promise<Schemas["ConnectedAccountDetailResponse"]> {
  const row = await withAuthConfig(selectAccount(scope, id))
    .select(selectProjectConfig(scope).as("project_config"))
    .executeTakeFirst();
  if (row === undefined) {
    throw new PlatformError("ConnectedAccount_NotFound");
  }
  const { mask_secret_keys_in_connected_account: mask } = toProjectConfig(row.project_config);
  return toAccountDetail(scope, toOpenedAccount(await openSecretBox(scope), row), mask);
}
