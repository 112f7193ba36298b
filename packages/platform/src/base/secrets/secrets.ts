import { LRUCache } from "lru-cache";
import type { ScopedTransaction } from "../db/transactions/scoped.ts";
import { takeTurns, yieldWhenLate } from "../sharing/take-turns.ts";
import type { MasterKeys } from "./master-keys.ts";
import { createSecretBox, type OpenedEnvelopes, type SecretBox } from "./secret-box.ts";
import { unwrapDataKey, wrapNewDataKey } from "./wrap.ts";

/** The place of a secret. An envelope does not open at another place. */
export interface SecretPlace {
  /** The project or organization whose data key seals it. */
  readonly ownerId: string;
  readonly table: string;
  readonly row: string;
  readonly field: string;
  /** For a place whose secret changes: the number of the envelope. An envelope of another version does not open. */
  readonly version?: number;
}

/** Seals and opens values with the data key of their owner. The transaction has to be in the owner's scope. */
export interface Secrets {
  /** The keys that wrap data keys now. */
  readonly masterKeys: MasterKeys;
  /**
   * Replaces the master keys. Data keys are wrapped with their primary key from now on. They have to include every
   * version that wraps a data key.
   */
  useMasterKeys(next: MasterKeys): void;
  /** Creates the first data key of a new owner, in the transaction that creates the owner. */
  createDataKey(trx: ScopedTransaction, ownerId: string): Promise<void>;
  /**
   * The data keys of an owner, with which any number of envelopes open without waiting. They are kept for a minute: other
   * processes can use a destroyed key for that long.
   */
  openBox(trx: ScopedTransaction, ownerId: string): Promise<SecretBox>;
  /** Seals a value, which has to be JSON, and returns the envelope. Other requests run before a long one is sealed. */
  seal(trx: ScopedTransaction, place: SecretPlace, value: unknown): Promise<string>;
  /**
   * Opens an envelope and returns its value. Other requests run before a long one is parsed.
   *
   * @throws SecretUnreadableError when it was altered or moved, or its data key was destroyed
   */
  open(trx: ScopedTransaction, place: SecretPlace, envelope: string): Promise<unknown>;
  /** Destroys all data keys of an owner. Values that they sealed can never be read again. */
  destroyDataKeys(trx: ScopedTransaction, ownerId: string): Promise<void>;
}

/** Milliseconds for which data keys, and what they opened, are kept. Reading them again costs one query. */
const keepMs = 60_000;

/** Owners whose data keys are kept at the same time, about 1 MB. */
const mostOwners = 5_000;

/** Opened envelopes that are kept at the same time. A usual one takes 1 kB. */
const mostOpened = 5_000;

/** The secrets of a deployment, under its master keys. */
export function createSecrets(configured: MasterKeys): Secrets {
  let masterKeys = configured;
  const boxes = new LRUCache<string, SecretBox>({ max: mostOwners, ttl: keepMs });
  const opened: OpenedEnvelopes = new LRUCache({ max: mostOpened, ttl: keepMs });
  const openBox = async (trx: ScopedTransaction, ownerId: string): Promise<SecretBox> => {
    const known = boxes.get(ownerId);
    if (known !== undefined) {
      return known;
    }
    const rows = await trx
      .selectFrom("data_keys")
      .selectAll()
      .where("owner_id", "=", ownerId)
      .orderBy("version", "desc")
      .execute();
    const keys = rows.map((row) => ({
      version: row.version,
      unwrap: () => unwrapDataKey(masterKeys, row),
    }));
    const box = createSecretBox(ownerId, keys, opened);
    // An owner without keys may get some in this transaction.
    if (keys.length > 0) {
      boxes.set(ownerId, box);
    }
    return box;
  };
  return {
    get masterKeys() {
      return masterKeys;
    },
    useMasterKeys: (next) => {
      masterKeys = next;
      boxes.clear();
    },
    createDataKey: async (trx, ownerId) => {
      const row = wrapNewDataKey(masterKeys, ownerId, 1);
      await trx.insertInto("data_keys").values(row).execute();
    },
    openBox,
    seal: async (trx, place, value) => {
      const box = await openBox(trx, place.ownerId);
      const json = JSON.stringify(value);
      await takeTurns(json.length);
      return box.seal(place, json);
    },
    open: async (trx, place, envelope) => {
      const json = (await openBox(trx, place.ownerId)).read(place, envelope);
      await (takeTurns(json.length) ?? yieldWhenLate());
      return JSON.parse(json);
    },
    destroyDataKeys: async (trx, ownerId) => {
      await trx.deleteFrom("data_keys").where("owner_id", "=", ownerId).execute();
      boxes.delete(ownerId);
    },
  };
}
