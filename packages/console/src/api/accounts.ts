import { queryOptions } from "@tanstack/react-query";
import {
  deleteAuthConfigMutation,
  deleteConnectedAccountMutation,
  getConnectedAccountQuery,
  listAuthConfigsQuery,
  listConnectedAccountsInfiniteQuery,
  refreshConnectedAccountMutation,
  setAuthConfigStatusMutation,
  setConnectedAccountStatusMutation,
} from "../../../../generated/query/index.js";
import type { ConnectedAccountStatus } from "../../../../generated/types/index.js";
import { liveList, liveMs } from "./live-list.ts";
import { transport } from "./transport.ts";

/** The auth configs of a toolkit, or of all, with those that are disabled. */
export const authConfigsQuery = (toolkit?: string) => ({
  ...listAuthConfigsQuery(transport, {
    limit: 100,
    show_disabled: true,
    ...(toolkit && { toolkit_slug: toolkit }),
  }),
  refetchInterval: liveMs,
});

/** The filters of the accounts, as they are in the address. */
export interface AccountSearch {
  readonly user?: string;
  readonly status?: ConnectedAccountStatus;
}

/** The connected accounts, the newest first, a page at a time. */
export const accountsQuery = ({ user, status }: AccountSearch) => ({
  ...listConnectedAccountsInfiniteQuery(transport, {
    limit: 50,
    ...(user && { user_ids: [user] }),
    ...(status && { statuses: [status] }),
  }),
  ...liveList,
});

/** One account. While its user is at the link page it is asked for every second. */
export const accountQuery = (id: string) =>
  queryOptions({
    ...getConnectedAccountQuery(transport, { nanoid: id }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.status) ? 1_000 : liveMs),
  });

const statuses: readonly unknown[] = [
  "INITIALIZING",
  "INITIATED",
  "ACTIVE",
  "FAILED",
  "EXPIRED",
  "INACTIVE",
] satisfies readonly ConnectedAccountStatus[];

/** True for the statuses of accounts, as they may be in an address. */
export function isAccountStatus(value: unknown): value is ConnectedAccountStatus {
  return statuses.includes(value);
}

/** True while a connection waits for its user. */
export function isUnderWay(status: ConnectedAccountStatus | undefined): boolean {
  return status === "INITIATED" || status === "INITIALIZING";
}

/** Renews the access of an account. */
export const refreshAccountOptions = refreshConnectedAccountMutation(transport);

/** Switches an account on or off. */
export const setAccountStatusOptions = setConnectedAccountStatusMutation(transport);

/** Deletes an account, with its triggers. */
export const deleteAccountOptions = deleteConnectedAccountMutation(transport);

/** Switches an auth config on or off. */
export const setAuthConfigStatusOptions = setAuthConfigStatusMutation(transport);

/** Deletes an auth config, with its accounts. */
export const deleteAuthConfigOptions = deleteAuthConfigMutation(transport);
