import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

/** The address of a trigger instance, and the secret that its application signs with. */
export interface Hook {
  /** The path of the address, which every replica serves. */
  readonly path: string;
  readonly secret: string;
}

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
        const outcome = await post(`${urls[turn % urls.length]}${hook.path}`, hook.secret, number);
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

async function post(url: string, secret: string, number: number): Promise<string> {
  const event = { type: "thing.added", id: `event-${number}`, shelf: "top" };
  const body = JSON.stringify({ ...event, thing: { title: `thing ${number}` } });
  const time = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  try {
    const response = await fetch(url, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "x-acme-time": time,
        "x-acme-signature": signature,
      },
      signal: AbortSignal.timeout(patienceMs),
    });
    await response.arrayBuffer();
    return String(response.status);
  } catch (error) {
    // The replica was killed before, or while it worked on the request.
    return error instanceof Error ? error.name : "broken";
  }
}
