import type { LRUCache } from "lru-cache";

/**
 * Keeps a value in a cache with a `maxSize` in bytes. A value that is larger is kept alone until the next one comes, so that repeated
 * requests for it do not build it each time.
 */
export function keepBySize<Value extends object>(
  cache: LRUCache<string, Value>,
  key: string,
  value: Value,
  bytes: number,
): void {
  // Without a size of 1 or more, the library refuses a value.
  cache.set(key, value, { size: Math.min(Math.max(1, bytes), cache.maxSize) });
}
