import { setTimeout as sleep } from "node:timers/promises";

/** Work that a stop waits for. */
export interface InFlight {
  /** Notes a piece of work until it is settled, and gives it back. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves when nothing is left, or after so many milliseconds. */
  settled(atMostMs: number): Promise<void>;
}

/** Keeps track of work that outlives the request or the job that began it. */
export function createInFlight(): InFlight {
  const running = new Set<Promise<unknown>>();
  return {
    track: (work) => {
      running.add(work);
      const forget = (): boolean => running.delete(work);
      work.then(forget, forget);
      return work;
    },
    settled: async (atMostMs) => {
      const timeUp = new AbortController();
      const all = async (): Promise<void> => {
        // Work that settled may have begun more.
        while (running.size > 0) {
          await Promise.allSettled(running);
        }
      };
      const wait = sleep(atMostMs, undefined, { signal: timeUp.signal }).catch(() => {});
      await Promise.race([all(), wait]);
      timeUp.abort();
    },
  };
}
