import { setTimeout as sleep } from "node:timers/promises";
import { createReplicaClient } from "../../chaos/support/deployment.ts";
import { createEventSender } from "../../deliveries/support/event-sender.ts";
import { startEventReceiver } from "../../deliveries/support/receivers.ts";
import { createSubscriber, type Subscriber } from "../../deliveries/support/subscribers.ts";
import { waitWhileMoving } from "../../deliveries/support/wait-while-moving.ts";
import { startWriters } from "./writers.ts";

/** A number of acknowledged requests of each kind. */
export interface TrafficCount {
  readonly calls: number;
  readonly events: number;
  readonly writes: number;
}

/** Calls of tools, events of an application with their deliveries, and writes, until they are stopped. */
export interface Traffic {
  readonly subscriber: Subscriber;
  count(): TrafficCount;
  /** The ids of the logs of calls, the numbers of events and the names of writes that were acknowledged, in their order. */
  readonly acknowledged: {
    readonly calls: readonly string[];
    readonly events: ReadonlyMap<number, number>;
    readonly writes: readonly string[];
  };
  /** The webhook ids of the arrivals of each event. */
  listArrivals(event: number): readonly string[];
  /** Everything but success. */
  listFailures(): readonly string[];
  /** Ends when all requests are answered. */
  stop(): Promise<void>;
  /**
   * Waits for the deliveries of events, and returns the numbers of those that did not come.
   *
   * @param isExpected of the time at which an event was acknowledged, by `performance.now()`. Default: all are.
   */
  waitForDeliveries(
    stallMs: number,
    isExpected?: (at: number) => boolean,
  ): Promise<readonly number[]>;
  close(): Promise<void>;
}

/**
 * Starts traffic of one project to all replicas in turn, with the toolkits of `test/e2e/documents.ts`.
 *
 * @param mayBreak true when requests may be cut off, because a replica or the database is stopped
 */
export async function startTraffic(
  urls: readonly string[],
  ownerKey: string,
  mayBreak = false,
): Promise<Traffic> {
  const [first = ""] = urls;
  const receiver = await startEventReceiver();
  const subscriber = await createSubscriber(first, ownerKey, {
    name: "shop",
    receiverUrl: receiver.url,
  });
  const { tenant } = subscriber;
  const [account] = (await tenant.platform.connectedAccounts.listConnectedAccounts({})).items;
  const writers = startWriters(urls, { apiKey: tenant.apiKey, count: 2, mayBreak });
  const sender = createEventSender(urls, [subscriber]);
  const clients = urls.map((url) => createReplicaClient(url, tenant.apiKey));
  const calls: string[] = [];
  const failures: string[] = [];
  let isRunning = true;
  let next = 0;
  let turn = 0;
  const repeat = async (work: () => Promise<void>): Promise<void> => {
    while (isRunning) {
      await work();
      await sleep(20);
    }
  };
  const send = async (): Promise<void> => {
    next += 1;
    await sender.send(next);
  };
  const call = async (): Promise<void> => {
    turn += 1;
    const body = { version: "latest", arguments: {}, connected_account_id: account?.id ?? "" };
    await clients[turn % clients.length]?.tools
      .executeTool({ tool_slug: "ACME_GET_THING", body })
      .then(
        ({ successful, log_id, error }) =>
          successful ? calls.push(log_id) : failures.push(`call: ${error}`),
        (error: unknown) => failures.push(`call: ${String(error)}`),
      );
  };
  const load = [repeat(send), repeat(send), repeat(call)];
  const acknowledged = { calls, events: sender.acknowledged, writes: writers.acknowledged };
  const listMissing = (isExpected: (at: number) => boolean): readonly number[] =>
    [...sender.acknowledged]
      .filter(([event, at]) => isExpected(at) && !receiver.arrivals.has(event))
      .map(([event]) => event);
  return {
    subscriber,
    acknowledged,
    count: () => ({
      calls: calls.length,
      events: sender.acknowledged.size,
      writes: writers.acknowledged.length,
    }),
    listArrivals: (event) => (receiver.arrivals.get(event) ?? []).map(({ webhookId }) => webhookId),
    listFailures: () => [
      ...failures,
      ...[...sender.refusals].map(([reason, times]) => `event: ${reason} ${times} times`),
      ...writers.failures.map((text) => `write: ${text}`),
      ...writers.refusals.map(({ status }) => `write: ${status}`),
    ],
    stop: async () => {
      isRunning = false;
      await Promise.all([...load, writers.stop()]);
    },
    waitForDeliveries: async (stallMs, isExpected = () => true) => {
      const isDone = (): boolean => listMissing(isExpected).length === 0;
      await waitWhileMoving({ isDone, progress: () => receiver.arrivals.size }, stallMs);
      return listMissing(isExpected);
    },
    close: receiver.close,
  };
}
