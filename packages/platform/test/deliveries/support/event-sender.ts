import { setTimeout as sleep } from "node:timers/promises";
import { type Hook, sendEvent } from "./send-event.ts";

/** Milliseconds after which an application stops waiting for an answer and sends the event again. */
const patienceMs = 10_000;

/** Sends events as the application of `test/e2e/documents.ts` does. */
export interface EventSender {
  /** The time of each acknowledgement by the number of the event, in milliseconds of `performance.now()`. */
  readonly acknowledged: ReadonlyMap<number, number>;
  /** Resolves when the application has the acknowledgement. It sends again, with the same id, until it has. */
  send(number: number): Promise<void>;
  /** The number of requests that were not acknowledged, by the error or status that came instead. */
  readonly refusals: ReadonlyMap<string, number>;
}

/** @param urls the replicas, which may be gone for a while */
export function createEventSender(urls: readonly string[], hooks: readonly Hook[]): EventSender {
  const acknowledged = new Map<number, number>();
  const refusals = new Map<string, number>();
  let turn = 0;
  return {
    acknowledged,
    refusals,
    send: async (number) => {
      const hook = hooks[number % hooks.length];
      if (hook === undefined) {
        throw new Error("The application has no address to send to.");
      }
      for (;;) {
        turn += 1;
        const outcome = await sendEvent(
          urls[turn % urls.length] ?? "",
          hook,
          number,
          AbortSignal.timeout(patienceMs),
        );
        if (outcome === "200") {
          acknowledged.set(number, performance.now());
          return;
        }
        refusals.set(outcome, (refusals.get(outcome) ?? 0) + 1);
        await sleep(50);
      }
    },
  };
}
