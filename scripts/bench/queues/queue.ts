/** A queue of jobs in a database of its own, with handlers that do nothing: what is measured is the queue. */
export interface BenchQueue {
  readonly name: string;
  /** Adds jobs in bulk, `batch` at a time, in the fastest way that the library has. */
  add(count: number): Promise<void>;
  /** Adds jobs one by one, as ten callers who each wait for theirs. */
  addSingly(count: number): Promise<void>;
  /** Does so many jobs; answers the seconds from the first to the last. */
  work(count: number): Promise<number>;
  close(): Promise<void>;
}

/** Jobs a statement, for each of the libraries. */
export const batch = 500;

/** A payload of the size that ids have. */
export const payload = { id: "ca_Ab12Cd34Ef56", attempt: 1 };

/** Splits `count` into batches, one after the other. */
export async function inBatches(
  count: number,
  add: (size: number) => Promise<unknown>,
): Promise<void> {
  for (let done = 0; done < count; done += batch) {
    await add(Math.min(batch, count - done));
  }
}

/** Ten callers at a time. */
export async function singly(count: number, add: () => Promise<unknown>): Promise<void> {
  let left = count;
  const caller = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await add();
    }
  };
  await Promise.all(Array.from({ length: 10 }, caller));
}

/** Counts jobs from a worker's first to its `count`th. */
export function countTo(count: number): {
  readonly handle: () => void;
  readonly seconds: Promise<number>;
} {
  const done = Promise.withResolvers<number>();
  let seen = 0;
  let began = 0;
  return {
    handle: () => {
      if (seen === 0) {
        began = performance.now();
      }
      seen += 1;
      if (seen === count) {
        done.resolve((performance.now() - began) / 1000);
      }
    },
    seconds: done.promise,
  };
}
