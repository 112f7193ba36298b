/** A queue of jobs in its own database. The handlers do nothing, so that only the queue is measured. */
export interface BenchQueue {
  readonly name: string;
  /** Adds jobs in bulk, `batch` at a time, in the fastest way that the library has. */
  add(count: number): Promise<void>;
  /** Adds jobs one by one, as ten concurrent callers that each wait for their own job. */
  addSingly(count: number): Promise<void>;
  /** Does a number of jobs. Resolves to the seconds from the first to the last one. */
  work(count: number): Promise<number>;
  close(): Promise<void>;
}

/** Jobs per statement, the same for all libraries. */
export const batch = 500;

/** A small payload: an id and a number. */
export const payload = { id: "ca_Ab12Cd34Ef56", attempt: 1 };

/** Adds `count` jobs in batches, one after another. */
export async function addInBatches(
  count: number,
  add: (size: number) => Promise<unknown>,
): Promise<void> {
  for (let done = 0; done < count; done += batch) {
    await add(Math.min(batch, count - done));
  }
}

/** Ten callers at a time. */
export async function runTenAtOnce(count: number, add: () => Promise<unknown>): Promise<void> {
  let left = count;
  const runCaller = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await add();
    }
  };
  await Promise.all(Array.from({ length: 10 }, runCaller));
}

/** Measures the seconds from the first to the `count`th call of `handle`. */
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
