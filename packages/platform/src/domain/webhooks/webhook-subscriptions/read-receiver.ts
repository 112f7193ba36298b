import { LRUCache } from "lru-cache";
import type { Platform, Scope } from "../../scope.ts";
import { type Receiver, selectReceiver } from "./receiver-statements.ts";

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

const known = new WeakMap<Platform, LRUCache<string, KnownReceiver>>();

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
  const receiver = await selectReceiver(scope);
  if (receiver !== undefined) {
    findReceivers(scope).set(scope.projectId, { receiver, readAt: performance.now() });
  }
  return receiver;
}

function findReceivers({ platform }: Scope): LRUCache<string, KnownReceiver> {
  const receivers = known.get(platform) ?? new LRUCache({ max: mostReceivers });
  known.set(platform, receivers);
  return receivers;
}
