import {
  deleteTriggerMutation,
  getTriggerTypeQuery,
  listActiveTriggersInfiniteQuery,
  listActiveTriggersQuery,
  listDeliveriesQuery,
  listTriggerTypesInfiniteQuery,
  setTriggerStatusMutation,
  upsertTriggerMutation,
} from "../../../../generated/query/index.js";
import type { TriggerInstance } from "../../../../generated/types/index.js";
import { liveList, liveMs } from "./live-list.ts";
import { transport } from "./transport.ts";

/** The filters of the instances, as they are in the address. */
export interface TriggerSearch {
  readonly user?: string;
  readonly account?: string;
  readonly type?: string;
}

/** The trigger instances, also those that are disabled, the newest first, a page at a time. */
export const triggersQuery = ({ user, account, type }: TriggerSearch) => ({
  ...listActiveTriggersInfiniteQuery(transport, {
    limit: 50,
    show_disabled: true,
    ...(user && { user_ids: [user] }),
    ...(account && { connected_account_ids: [account] }),
    ...(type && { trigger_names: [type] }),
  }),
  ...liveList,
});

/** One instance, as a list of one or none. */
export const triggerQuery = (id: string) => ({
  ...listActiveTriggersQuery(transport, { trigger_ids: [id], show_disabled: true, limit: 1 }),
  refetchInterval: liveMs,
});

/** The last events of an instance, as they were delivered to the subscription. Without a subscription it asks nothing. */
export const eventsOfTriggerQuery = (subscription: string | undefined, trigger: string) => ({
  ...listDeliveriesQuery(transport, { id: subscription ?? "", trigger_id: trigger, limit: 10 }),
  enabled: subscription !== undefined,
  refetchInterval: liveMs,
});

/** The types that the project can use, or those of a toolkit, by their slugs. */
export const triggerTypesQuery = (toolkit?: string) => ({
  ...listTriggerTypesInfiniteQuery(transport, {
    limit: 100,
    ...(toolkit && { toolkit_slugs: [toolkit] }),
  }),
  staleTime: 60_000,
});

/** One type, with the schemas of its configuration and its payload. */
export const triggerTypeQuery = (slug: string) => ({
  ...getTriggerTypeQuery(transport, { slug }),
  staleTime: 60_000,
});

/** Switches an instance on or off. */
export const setTriggerStatusOptions = setTriggerStatusMutation(transport);

/** Deletes an instance. */
export const deleteTriggerOptions = deleteTriggerMutation(transport);

/** Makes an instance, or enables the one with the same configuration again. */
export const createTriggerOptions = upsertTriggerMutation(transport);

const reasons: Readonly<Record<string, string>> = {
  connection_expired: "The access of its account has expired.",
  account_disabled: "Its account was disabled.",
  account_deleted: "Its account was deleted.",
  poll_failed: "The application could not be read too often.",
  hook_failed: "The application did not take its webhook.",
  type_removed: "Its trigger type does not exist any longer.",
};

/** Why an instance is disabled, in a sentence. */
export function whyDisabled({ state }: TriggerInstance): string {
  const { disabled_reason: reason } = state;
  return reason === undefined
    ? "Somebody disabled it."
    : (reasons[reason] ?? `The service disabled it: ${reason}.`);
}
