import type { Schemas } from "../../../base/api-types.ts";
import { openForList } from "../../../base/secrets/open-for-list.ts";
import { findScheme } from "../../fields/connection-catalog.ts";
import { findDeclaredFields } from "../../fields/fields.ts";
import { maskValues, type Values } from "../../fields/masking.ts";
import type { Scope } from "../../scope.ts";
import { type ListedAccount, listOpened } from "./listing/listed-account.ts";
import type { OpenedAccount } from "./open-account.ts";

/**
 * The record of an account. Secrets are masked if the project's setting asks for it. If they cannot be read, the
 * record leaves them out and `status_reason` says so.
 */
export function toAccountRecord(
  scope: Scope,
  { row, authConfig, openSecrets }: ListedAccount,
  mask: boolean,
): Schemas["ConnectedAccountResponse"] {
  const opened = openForList(openSecrets);
  const toolkit = scope.catalog.findToolkit(row.toolkit_slug);
  const scheme = findScheme(toolkit, row.auth_scheme);
  const status = row.effective_status;
  const shown = {
    status,
    ...maskValues(showCurrentValues(row, opened?.val ?? {}), findDeclaredFields(scheme), mask),
  };
  const test = scheme?.testTool === undefined ? undefined : toolkit?.tools.get(scheme.testTool);
  return {
    id: row.id,
    alias: row.alias,
    identity: opened?.identity ?? null,
    toolkit: { slug: row.toolkit_slug },
    auth_config: {
      id: authConfig.id,
      auth_scheme: row.auth_scheme,
      is_platform_managed: authConfig.is_platform_managed,
      is_disabled: authConfig.status === "DISABLED",
      deprecated: { uuid: authConfig.uuid },
    },
    user_id: row.user_id,
    status,
    status_reason: opened === undefined ? unreadable : describeStatus(row),
    is_disabled: status === "INACTIVE",
    created_at: row.created_at,
    updated_at: row.updated_at,
    state: { authScheme: row.auth_scheme, val: shown },
    data: shown,
    ...(test === undefined ? {} : { test_request_endpoint: test.path }),
    deprecated: { labels: [], uuid: row.uuid },
  };
}

/**
 * The record, the values that the connection was started with, and the values that it inherits from its auth config.
 */
export function toAccountDetail(
  scope: Scope,
  account: OpenedAccount,
  mask: boolean,
): Schemas["ConnectedAccountDetailResponse"] {
  const { row } = account;
  const record = toAccountRecord(scope, listOpened(account), mask);
  const { params } = account.openSecrets();
  const { credentials, shared_credentials } = account.openSharedSecrets().secrets;
  const toolkit = scope.catalog.findToolkit(row.toolkit_slug);
  const declared = findDeclaredFields(findScheme(toolkit, row.auth_scheme));
  const { scopes } = credentials;
  const all = { ...(scopes === undefined ? {} : { scopes }), ...shared_credentials, ...params };
  return { ...record, params: maskValues(all, declared, mask) };
}

const unreadable = "The stored credentials cannot be read. Connect the user again.";

/** `redirectUrl` is present while the account waits, and `expired_at` once it has waited too long. */
function showCurrentValues(row: ListedAccount["row"], val: Values): Values {
  const { redirectUrl, ...rest } = val;
  const { effective_status: status, waits_until: until } = row;
  if (status === "INITIATED") {
    return val;
  }
  const isLate = status === "EXPIRED" && row.status !== "EXPIRED" && until !== null;
  return isLate ? { ...rest, expired_at: until.toISOString() } : rest;
}

function describeStatus(row: ListedAccount["row"]): string | null {
  switch (row.effective_status) {
    case "INITIALIZING":
    case "INITIATED":
    case "ACTIVE":
      return null;
    case "INACTIVE":
      return "The account was switched off.";
    case "EXPIRED":
      return row.status_reason ?? "The connection was not completed in time.";
    case "FAILED":
      return row.status_reason ?? "The connection was refused.";
    default:
      return row.effective_status satisfies never;
  }
}
