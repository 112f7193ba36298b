import { type RawBuilder, sql, type UpdateObject } from "kysely";
import type { TokenSet } from "../../../../applications/oauth/token-set.ts";
import { addToDatabaseNow, readDatabaseNow } from "../../../../base/db/now.ts";
import type { Tables } from "../../../../base/db/tables.ts";
import type { Values } from "../../../fields/masking.ts";
import { type AccountRow, toAccountState } from "../account-rows.ts";
import type { ConnectionSecrets } from "../connection-secrets.ts";
import type { TokensEnd } from "../given-tokens.ts";
import type { OpenedAccount } from "../open-account.ts";
import type { AccountState, ConnectionEvent, Transition } from "../transitions.ts";

/** Events of an account, each with its data. The table in `transitions.ts` lists them. */
export type AccountEvent =
  | {
      readonly type: "grant_succeeded";
      readonly purpose: "connect" | "refresh";
      /** Undefined where the user typed the credentials. */
      readonly tokens?: TokenSet;
    }
  | {
      readonly type: "grant_failed";
      readonly purpose: "connect" | "refresh";
      /** Stored in `state.val`. The description also becomes the reason of the status. */
      readonly error: string;
      readonly errorDescription: string;
    }
  | { readonly type: "refresh_succeeded"; readonly tokens: TokenSet }
  | { readonly type: "refresh_refused"; readonly reason: string }
  | { readonly type: "renamed"; readonly alias: string | null }
  | {
      readonly type: "credentials_replaced";
      /** All secrets of the account afterwards. */
      readonly secrets: ConnectionSecrets;
      /** When the access token expires. Undefined where that stays as it is. */
      readonly tokensEnd: TokensEnd | undefined;
    }
  | Exclude<
      ConnectionEvent,
      {
        readonly type:
          | "grant_succeeded"
          | "grant_failed"
          | "refresh_succeeded"
          | "refresh_refused"
          | "credentials_replaced"
          | "renamed"
          | "redirect_made"
          | "refresh_asked";
      }
    >;

/** Columns of an account and their new values. */
export type AccountColumns = UpdateObject<Tables, "connected_accounts">;

/** The job that expires an account needs the stored status, because reads already show EXPIRED. */
export function findStateBefore(row: AccountRow, { type }: AccountEvent): AccountState {
  const state = toAccountState(row);
  return type === "time_ran_out" && state.status === "EXPIRED"
    ? { ...state, status: row.status }
    : state;
}

/** The columns that an event changes, besides the envelope and its versions. */
export function listColumnsAfter(
  row: AccountRow,
  event: AccountEvent,
  next: Exclude<Transition, { readonly kind: "refused" }>,
): AccountColumns {
  const isMoved = next.kind === "moved";
  const status = isMoved
    ? { status: next.state.status, remembered_status: next.state.remembered }
    : {};
  switch (event.type) {
    case "grant_succeeded":
    case "refresh_succeeded": {
      const end = event.tokens && { tokens_expire_at: findTokenEnd(event.tokens) };
      return { ...status, status_reason: null, waits_until: null, ...clearLease(0), ...end };
    }
    case "credentials_replaced": {
      const end =
        event.tokensEnd === undefined ? {} : { tokens_expire_at: toColumn(event.tokensEnd) };
      return { ...status, status_reason: null, waits_until: null, ...clearLease(0), ...end };
    }
    case "grant_failed":
      return isMoved
        ? { ...status, status_reason: event.errorDescription, waits_until: null }
        : status;
    case "time_ran_out":
      return isMoved ? { ...status, waits_until: null } : status;
    case "refresh_refused": {
      const reason = isMoved ? { status_reason: event.reason } : {};
      return { ...status, ...reason, ...clearLease(row.refresh_failures + 1) };
    }
    case "renamed":
      return { alias: event.alias, updated_at: readDatabaseNow() };
    case "refresh_failed":
      return clearLease(row.refresh_failures + 1);
    case "switched_off":
    case "switched_on":
    case "credentials_changed":
      return status;
    default:
      return event satisfies never;
  }
}

function clearLease(failures: number): AccountColumns {
  return { refresh_owner: null, refresh_until: null, refresh_failures: failures };
}

/** When the access token expires, by the database's clock; null when the application did not say. */
function findTokenEnd({ expires_in: seconds }: TokenSet): RawBuilder<Date | null> {
  return toColumn(seconds ?? null);
}

/** The value of `tokens_expire_at`. Seconds are counted by the database's clock. */
export function toColumn(end: TokensEnd): RawBuilder<Date | null> {
  return typeof end === "number"
    ? addToDatabaseNow(end * 1000)
    : sql<Date | null>`${end}::timestamptz`;
}

/** The secrets after the event; undefined when they do not change, so that they do not have to be opened. */
export async function computeSecretsAfter(
  { row, openSecrets }: OpenedAccount,
  event: AccountEvent,
  isMoved: boolean,
  added: Partial<ConnectionSecrets> | undefined,
): Promise<ConnectionSecrets | undefined> {
  if (event.type === "credentials_replaced") {
    return event.secrets;
  }
  const isNew = isMoved && changesVal(event);
  if (!isNew && added === undefined) {
    return undefined;
  }
  const { val, params, identity: known } = openSecrets();
  const identity = added?.identity ?? known;
  return {
    val: { ...(isNew ? computeValAfter(row, val, event) : val), ...added?.val },
    params: { ...params, ...added?.params },
    ...(identity && { identity }),
  };
}

/** True when an event that moves the account also changes `state.val`. */
function changesVal({ type }: AccountEvent): boolean {
  return type !== "switched_off" && type !== "switched_on";
}

/**
 * `state.val` after an event that moved the account. Some members belong to one status (docs/decisions.md §4):
 * `redirectUrl` while the account waits, `error` while it is FAILED, `expired_at` while it is EXPIRED. Tokens that
 * the application did not send again stay (RFC 6749, section 6).
 */
function computeValAfter(row: AccountRow, val: Values, event: AccountEvent): Values {
  const { redirectUrl: _, error: __, error_description: ___, expired_at: ____, ...kept } = val;
  switch (event.type) {
    case "grant_succeeded":
    case "refresh_succeeded": {
      const { extra, ...granted } = event.tokens ?? {};
      return { ...kept, ...extra, ...granted };
    }
    case "grant_failed":
      return { ...kept, error: event.error, error_description: event.errorDescription };
    case "time_ran_out":
      return { ...kept, expired_at: (row.waits_until ?? row.read_at).toISOString() };
    case "refresh_refused":
      return { ...kept, expired_at: row.read_at.toISOString() };
    case "refresh_failed":
    case "switched_off":
    case "switched_on":
    case "credentials_changed":
    case "credentials_replaced":
    case "renamed":
      return val;
    default:
      return event satisfies never;
  }
}
