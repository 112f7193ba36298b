/** Keeps values as long as there is room for them. */
export interface BoundedCache<Value> {
  /** Also marks the value as used. */
  get(key: string): Value | undefined;
  /** Keeps a value. Until there is room, it drops the values that were not used for longest. */
  set(key: string, value: Value, bytes: number): void;
  delete(key: string): void;
  /** The sum of `bytes` over all kept values. */
  readonly bytes: number;
}

/**
 * Creates a cache for this many bytes. A value that is larger is kept alone until the next one comes, so that
 * repeated requests for it do not build it each time.
 */
export function createBoundedCache<Value>(maximumBytes: number): BoundedCache<Value> {
  // A Map keeps the order in which keys were added, so the first one was not used for longest.
  const entries = new Map<string, { readonly value: Value; readonly bytes: number }>();
  let total = 0;
  const remove = (key: string): void => {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry !== undefined) {
        entries.delete(key);
        entries.set(key, entry);
      }
      return entry?.value;
    },
    set(key, value, bytes) {
      remove(key);
      entries.set(key, { value, bytes });
      total += bytes;
      for (const oldest of entries.keys()) {
        if (total <= maximumBytes || oldest === key) {
          break;
        }
        remove(oldest);
      }
    },
    delete: remove,
    get bytes() {
      return total;
    },
  };
}
