import {
  getProjectActivityQuery,
  listActiveTriggersQuery,
  listConnectedAccountsQuery,
  listDeliveriesQuery,
} from "../../../../generated/query/index.js";
import type { ActivityPeriod } from "../../../../generated/types/index.js";
import { liveMs } from "./live-list.ts";
import { transport } from "./transport.ts";

/** The periods with their names, for a choice. */
export const activityPeriods: readonly {
  readonly period: ActivityPeriod;
  readonly name: string;
}[] = [
  { period: "hour", name: "Hour" },
  { period: "day", name: "Day" },
  { period: "week", name: "Week" },
  { period: "month", name: "30 days" },
];

/** A period, as it is in an address; undefined for anything else. */
export function readPeriod(value: unknown): ActivityPeriod | undefined {
  return activityPeriods.find(({ period }) => period === value)?.period;
}

/** The activity of a period, in buckets. */
export const activityQuery = (period: ActivityPeriod) => ({
  ...getProjectActivityQuery(transport, { period }),
  refetchInterval: liveMs,
});

/** Accounts by their ids. Without ids it asks nothing. */
export const accountsByIdQuery = (ids: readonly string[]) => ({
  ...listConnectedAccountsQuery(transport, {
    connected_account_ids: [...ids],
    limit: ids.length || 1,
  }),
  enabled: ids.length > 0,
  refetchInterval: liveMs,
});

/** The accounts that work of these users, one of which may have taken the place of an expired one. Without users it asks nothing. */
export const activeAccountsOfQuery = (users: readonly string[]) => ({
  ...listConnectedAccountsQuery(transport, {
    statuses: ["ACTIVE"],
    user_ids: [...new Set(users)],
    limit: 100,
  }),
  enabled: users.length > 0,
  refetchInterval: liveMs,
});

/** Trigger instances by their ids. Without ids it asks nothing. */
export const triggersByIdQuery = (ids: readonly string[]) => ({
  ...listActiveTriggersQuery(transport, {
    trigger_ids: [...ids],
    show_disabled: true,
    limit: ids.length || 1,
  }),
  enabled: ids.length > 0,
});

/** The newest deliveries of a subscription. The last of them that was tried says whether its receiver works. */
export const newestDeliveriesQuery = (subscription: string | undefined) => ({
  ...listDeliveriesQuery(transport, { id: subscription ?? "", limit: 20 }),
  enabled: subscription !== undefined,
  refetchInterval: liveMs,
});
