/** Values that are kept as long as there is room for them. */
export interface BoundedCache<Value> {
  /** Also notes that the value was used. */
  get(key: string): Value | undefined;
  /** Keeps a value, and gives up those that were not used for longest until there is room. */
  set(key: string, value: Value, bytes: number): void;
  delete(key: string): void;
  /** The sum of the bytes that were given for the kept values. */
  readonly bytes: number;
}

/**
 * A cache that holds at most so many bytes. A value that is larger than all of it is kept alone until the next one comes,
 * so that whoever asks for it again and again does not have it made each time.
 */
export function createBoundedCache<Value>(maximumBytes: number): BoundedCache<Value> {
  // A Map keeps the order in which keys were added: the first one was not used for longest.
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
