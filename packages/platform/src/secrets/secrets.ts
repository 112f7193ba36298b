import { createSecretKey } from "node:crypto";
import type { ScopedTransaction } from "../db/transactions/scoped.ts";
import { takeTurns } from "../sharing/take-turns.ts";
import { decrypt, encrypt, SecretUnreadableError } from "./cipher.ts";
import { type CachedKey, createKeyCache } from "./key-cache.ts";
import type { MasterKeys } from "./master-keys.ts";
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

/** A value that is there already, or will be. */
export type Opening<T> = T | Promise<T>;

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
  /** Seals a value, which has to be JSON, and returns the envelope; at once for a short value under a known key. */
  seal(trx: ScopedTransaction, place: SecretPlace, value: unknown): Opening<string>;
  /**
   * Opens an envelope and returns its value.
   *
   * @throws SecretUnreadableError when it was altered or moved, or its data key was destroyed
   */
  open(trx: ScopedTransaction, place: SecretPlace, envelope: string): Promise<unknown>;
  /**
   * Like `open`, for secrets that are needed again and again. The value is frozen, and kept for up to a minute (ADR 105).
   *
   * @returns the value if it is kept, otherwise a promise: promises for all secrets of a list cost more than its values
   */
  openKept(trx: ScopedTransaction, place: SecretPlace, envelope: string): Opening<object>;
  /** Destroys all data keys of an owner. Values that they sealed can never be read again. */
  destroyDataKeys(trx: ScopedTransaction, ownerId: string): Promise<void>;
}

/** An envelope is `v1.<version of the data key>.<base64url>`. */
const envelopePattern = /^v1\.([1-9][0-9]{0,8})\.([A-Za-z0-9_-]+)$/;

/** The secrets of a deployment, under its master keys. */
export function createSecrets(configured: MasterKeys): Secrets {
  let masterKeys = configured;
  const cache = createKeyCache();
  const load = async (
    trx: ScopedTransaction,
    ownerId: string,
    version: number | "newest",
  ): Promise<CachedKey> => {
    let query = trx.selectFrom("data_keys").selectAll().where("owner_id", "=", ownerId);
    if (version !== "newest") {
      query = query.where("version", "=", version);
    }
    const row = await query.orderBy("version", "desc").executeTakeFirst();
    if (row === undefined) {
      throw new SecretUnreadableError("The data key does not exist.");
    }
    const loaded = { version: row.version, key: createSecretKey(unwrapDataKey(masterKeys, row)) };
    cache.set(ownerId, version, loaded);
    return loaded;
  };
  const open = async (
    trx: ScopedTransaction,
    place: SecretPlace,
    envelope: string,
  ): Promise<unknown> => {
    const [, version, text] = envelopePattern.exec(envelope) ?? [];
    if (version === undefined || text === undefined) {
      throw new SecretUnreadableError("The envelope cannot be read.");
    }
    const { ownerId } = place;
    const known = cache.get(ownerId, Number(version));
    const { key } = known ?? (await load(trx, ownerId, Number(version)));
    const plaintext = decrypt(key, text, placeToContext(place)).toString("utf8");
    await takeTurns(plaintext.length);
    return JSON.parse(plaintext);
  };
  const openAndKeep = async (
    trx: ScopedTransaction,
    place: SecretPlace,
    envelope: string,
  ): Promise<object> => {
    const value = freeze(Object(await open(trx, place, envelope)));
    cache.keepOpened({ place, envelope, value });
    return value;
  };
  return {
    get masterKeys() {
      return masterKeys;
    },
    useMasterKeys: (next) => {
      masterKeys = next;
    },
    createDataKey: async (trx, ownerId) => {
      const row = wrapNewDataKey(masterKeys, ownerId, 1);
      await trx.insertInto("data_keys").values(row).execute();
    },
    seal: (trx, place, value) => {
      const known = cache.get(place.ownerId, "newest");
      const sealWith = (key: CachedKey): Opening<string> => {
        const plaintext = Buffer.from(JSON.stringify(value), "utf8");
        const turn = takeTurns(plaintext.length);
        const finish = (): string =>
          `v1.${key.version}.${encrypt(key.key, plaintext, placeToContext(place))}`;
        return turn === undefined ? finish() : turn.then(finish);
      };
      return known === undefined
        ? load(trx, place.ownerId, "newest").then(sealWith)
        : sealWith(known);
    },
    open,
    openKept: (trx, place, envelope) =>
      cache.findOpened(place, envelope)?.value ?? openAndKeep(trx, place, envelope),
    destroyDataKeys: async (trx, ownerId) => {
      await trx.deleteFrom("data_keys").where("owner_id", "=", ownerId).execute();
      cache.forget(ownerId);
    },
  };
}

function placeToContext({ ownerId, table, row, field, version }: SecretPlace): readonly string[] {
  return [ownerId, table, row, field, ...(version === undefined ? [] : [String(version)])];
}

function freeze(value: object): object {
  for (const member of Object.values(value)) {
    if (typeof member === "object" && member !== null) {
      freeze(member);
    }
  }
  return Object.freeze(value);
}
