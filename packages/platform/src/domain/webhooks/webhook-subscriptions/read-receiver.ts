import { readDatabaseNow } from "../../../db/now.ts";
import { sendQuery } from "../../../db/statements.ts";
import type { Platform, Scope } from "../../scope.ts";
import type { WebhookSubscriptionRow } from "./webhook-subscription-record.ts";

/** The subscription of a project, and the time by the database's clock. */
export type Receiver = Pick<
  WebhookSubscriptionRow,
  "enabled_events" | "id" | "status" | "version" | "webhook_url"
> & { readonly at: Date };

/** Receivers that a process read a moment ago. */
interface KnownReceiver {
  readonly receiver: Receiver;
  /** By `performance.now()`. */
  readonly readAt: number;
}

/**
 * Milliseconds for which a receiver is used without reading it again. `add_event` refuses one that has changed, so only
 * the time of an event depends on it: in ten seconds the clocks of two machines drift apart by less than a millisecond.
 */
const keepMs = 10_000;

/** About 2 MB. */
const mostReceivers = 5_000;

const known = new WeakMap<Platform, Map<string, KnownReceiver>>();

/** The subscription of the project, if it wants events of a type. It may have changed when it is used. */
export async function findReceiver(scope: Scope, eventType: string): Promise<Receiver | undefined> {
  const found = findReceivers(scope).get(scope.projectId);
  const elapsed = found === undefined ? keepMs : performance.now() - found.readAt;
  if (found !== undefined && elapsed < keepMs && wants(found.receiver, eventType)) {
    const { receiver } = found;
    // The time was read before `readAt`, so this one is never ahead of the database.
    return { ...receiver, at: new Date(receiver.at.getTime() + elapsed) };
  }
  // A receiver that was read a moment ago may want the type now.
  const receiver = await readReceiver(scope);
  return receiver !== undefined && wants(receiver, eventType) ? receiver : undefined;
}

function wants({ enabled_events }: Receiver, eventType: string): boolean {
  return enabled_events.includes(eventType);
}

/** Forgets the project's receiver, which has changed. */
export function forgetReceiver(scope: Scope): void {
  findReceivers(scope).delete(scope.projectId);
}

/** Reads the subscription of the project, if it has one. */
export async function readReceiver(scope: Scope): Promise<Receiver | undefined> {
  const query = scope.trx
    .selectFrom("webhook_subscriptions")
    .select(["enabled_events", "id", "status", "version", "webhook_url"])
    .select(readDatabaseNow().as("at"))
    .where("project_id", "=", scope.projectId);
  const [receiver] = (await sendQuery(scope.trx, query, { isPrepared: true })).rows;
  if (receiver !== undefined) {
    const receivers = findReceivers(scope);
    if (receivers.size >= mostReceivers) {
      receivers.clear();
    }
    receivers.set(scope.projectId, { receiver, readAt: performance.now() });
  }
  return receiver;
}

function findReceivers({ platform }: Scope): Map<string, KnownReceiver> {
  const receivers = known.get(platform) ?? new Map();
  known.set(platform, receivers);
  return receivers;
}
