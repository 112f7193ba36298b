import type { KeyObject } from "node:crypto";

/** A data key and its version. A KeyObject opens an envelope in a third of the time that raw bytes need. */
export interface CachedKey {
  readonly version: number;
  readonly key: KeyObject;
}

/** Data keys that were unwrapped a short while ago. */
export interface KeyCache {
  get(ownerId: string, version: number | "newest"): CachedKey | undefined;
  set(ownerId: string, version: number | "newest", key: CachedKey): void;
  forget(ownerId: string): void;
}

/**
 * Milliseconds for which a key is kept. Other processes can use a destroyed key for this long. Reading a key again
 * costs one query.
 */
const keepMs = 60_000;

/** The owners whose keys are kept at the same time, about 1 MB. Keys of further owners are read again. */
const mostOwners = 5_000;

/** Creates a cache of data keys for this process. `now` is a clock in milliseconds that only goes forward. */
export function createKeyCache(now: () => number = () => performance.now()): KeyCache {
  const owners = new Map<
    string,
    { readonly until: number; readonly keys: Map<unknown, CachedKey> }
  >();
  return {
    get: (ownerId, version) => {
      const owner = owners.get(ownerId);
      if (owner === undefined) {
        return undefined;
      }
      if (owner.until > now()) {
        return owner.keys.get(version);
      }
      owners.delete(ownerId);
      return undefined;
    },
    set: (ownerId, version, key) => {
      if (owners.size >= mostOwners) {
        owners.clear();
      }
      const owner = owners.get(ownerId) ?? { until: now() + keepMs, keys: new Map() };
      owner.keys.set(version, key);
      owners.set(ownerId, owner);
    },
    forget: (ownerId) => {
      owners.delete(ownerId);
    },
  };
}
