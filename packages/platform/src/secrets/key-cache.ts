import type { KeyObject } from "node:crypto";
import type { SecretPlace } from "./secrets.ts";

/** A data key and its version. A KeyObject opens an envelope in a third of the time that raw bytes need. */
export interface CachedKey {
  readonly version: number;
  readonly key: KeyObject;
}

/** The value of an envelope, which opened at a place. */
export interface OpenedEnvelope {
  readonly place: SecretPlace;
  readonly envelope: string;
  /** Frozen, because several readers get it. */
  readonly value: object;
}

/** Data keys that were unwrapped a short while ago, and envelopes that were opened with them. */
export interface KeyCache {
  get(ownerId: string, version: number | "newest"): CachedKey | undefined;
  set(ownerId: string, version: number | "newest", key: CachedKey): void;
  /** The envelope that was opened last in this row; undefined for another envelope, or at another place. */
  findOpened(place: SecretPlace, envelope: string): OpenedEnvelope | undefined;
  /** Keeps an envelope for as long as its owner's keys. Does nothing when these are gone. */
  keepOpened(opened: OpenedEnvelope): void;
  forget(ownerId: string): void;
}

/**
 * Milliseconds for which a key is kept. Other processes can use a destroyed key for this long. Reading a key again
 * costs one query.
 */
const keepMs = 60_000;

/** The owners whose keys are kept at the same time, about 1 MB. Keys of further owners are read again. */
const mostOwners = 5_000;

/** The envelopes of all owners that are kept at the same time. A usual one takes 1 kB. */
const mostOpened = 5_000;

/** Characters of an envelope that is kept. Tokens are shorter. */
const longestOpened = 8_192;

interface Owner {
  readonly until: number;
  readonly keys: Map<unknown, CachedKey>;
  readonly opened: Map<string, OpenedEnvelope>;
}

/** Creates a cache of data keys for this process. `now` is a clock in milliseconds that only goes forward. */
export function createKeyCache(now: () => number = () => performance.now()): KeyCache {
  const owners = new Map<string, Owner>();
  let openedCount = 0;
  const forget = (ownerId: string): void => {
    openedCount -= owners.get(ownerId)?.opened.size ?? 0;
    owners.delete(ownerId);
  };
  const forgetAll = (): void => {
    owners.clear();
    openedCount = 0;
  };
  const find = (ownerId: string): Owner | undefined => {
    const owner = owners.get(ownerId);
    if (owner !== undefined && owner.until <= now()) {
      forget(ownerId);
      return undefined;
    }
    return owner;
  };
  return {
    get: (ownerId, version) => find(ownerId)?.keys.get(version),
    set: (ownerId, version, key) => {
      if (owners.size >= mostOwners) {
        forgetAll();
      }
      const owner = owners.get(ownerId) ?? {
        until: now() + keepMs,
        keys: new Map(),
        opened: new Map(),
      };
      owner.keys.set(version, key);
      owners.set(ownerId, owner);
    },
    findOpened: (place, envelope) => {
      const opened = find(place.ownerId)?.opened.get(place.row);
      return opened?.envelope === envelope && isSamePlace(opened.place, place) ? opened : undefined;
    },
    keepOpened: (opened) => {
      const { ownerId, row } = opened.place;
      if (opened.envelope.length > longestOpened) {
        return;
      }
      if (openedCount >= mostOpened) {
        for (const owner of owners.values()) {
          owner.opened.clear();
        }
        openedCount = 0;
      }
      const owner = find(ownerId);
      if (owner !== undefined) {
        openedCount += owner.opened.has(row) ? 0 : 1;
        owner.opened.set(row, opened);
      }
    },
    forget,
  };
}

function isSamePlace(a: SecretPlace, b: SecretPlace): boolean {
  return (
    a.ownerId === b.ownerId &&
    a.table === b.table &&
    a.row === b.row &&
    a.field === b.field &&
    a.version === b.version
  );
}
