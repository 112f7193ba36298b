import { setTimeout as sleep } from "node:timers/promises";
import { MemberSet } from "../base/sharing/member-set.ts";

/** Work that a stop waits for. */
export interface InFlight {
  /** Tracks a piece of work until it has settled. Returns the same promise. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves when no work is left, or after this many milliseconds. */
  waitUntilSettled(atMostMs: number): Promise<void>;
}

/** Tracks work that may outlive the request or the job that began it. */
export function createInFlight(): InFlight {
  const running = new MemberSet<Promise<unknown>>();
  return {
    track: (work) => {
      const forget = running.add(work);
      work.then(forget, forget);
      return work;
    },
    waitUntilSettled: async (atMostMs) => {
      const timeUp = new AbortController();
      const waitForAll = async (): Promise<void> => {
        // Work that settled may have begun more.
        while (running.size > 0) {
          await Promise.allSettled(running);
        }
      };
      const wait = sleep(atMostMs, undefined, { signal: timeUp.signal }).catch(() => {});
      await Promise.race([waitForAll(), wait]);
      timeUp.abort();
    },
  };
}
