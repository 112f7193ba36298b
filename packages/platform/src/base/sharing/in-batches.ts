/** How calls are joined. */
export interface BatchLimits {
  /** Calls of one batch. */
  readonly atMost: number;
  /** Milliseconds that a batch waits for those before it, which may hang. */
  readonly patienceMs: number;
  /** Batches under way before the next one waits; default 1. */
  readonly atOnce?: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Joins calls that are made at the same time. `run` receives the calls of one turn of the event loop; calls that
 * arrive while it runs form the next batch. A batch contains only calls that were made before it began, so a result
 * is at least as new as its call.
 *
 * @param run returns a result for each item, in their order; an error that it throws is thrown by each call
 */
export function runInBatches<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { atMost, patienceMs, atOnce = 1 }: BatchLimits,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  let patience: NodeJS.Timeout | undefined;
  let isAsked = false;

  const begin = async (): Promise<void> => {
    clearTimeout(patience);
    patience = undefined;
    // Of the calls that wait, the batches that may begin get equal parts. As one batch they would all wait for each other.
    const part = Math.ceil(waiting.length / Math.max(1, atOnce - running));
    const batch = waiting.splice(0, Math.min(part, atMost));
    if (batch.length === 0) {
      return;
    }
    running += 1;
    beginSoon();
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) {
        // One for each item, as `run` promises.
        resolve(results[index] as Result);
      }
    } catch (error) {
      for (const { reject } of batch) {
        reject(error);
      }
    } finally {
      running -= 1;
      beginSoon();
    }
  };
  /** At the end of this turn of the event loop. */
  const beginSoon = (): void => {
    if (isAsked || waiting.length === 0) {
      return;
    }
    if (running >= atOnce && waiting.length < atMost) {
      patience ??= setTimeout(begin, patienceMs);
      return;
    }
    isAsked = true;
    setImmediate(() => {
      isAsked = false;
      void begin();
    });
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      beginSoon();
    });
}

/**
 * Like `runInBatches`, separately for each key: calls with different keys never share a batch and do not wait for each
 * other.
 */
export function runInBatchesByKey<Item, Result>(
  toKey: (item: Item) => string,
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  limits: BatchLimits,
): (item: Item) => Promise<Result> {
  const calls = new Map<string, { readonly call: (item: Item) => Promise<Result>; open: number }>();
  return async (item) => {
    const key = toKey(item);
    const entry = calls.get(key) ?? { call: runInBatches(run, limits), open: 0 };
    calls.set(key, entry);
    entry.open += 1;
    try {
      return await entry.call(item);
    } finally {
      entry.open -= 1;
      if (entry.open === 0) {
        calls.delete(key);
      }
    }
  };
}
