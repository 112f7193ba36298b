import {
  findStaleDataKeys,
  listMasterVersions,
  type SampledDataKey,
  sampleDataKeys,
} from "../db/lookups.ts";
import type { Database } from "../db/opening/open-database.ts";
import type { ScopedTransaction } from "../db/transactions/scoped.ts";
import { SecretUnreadableError } from "./cipher.ts";
import type { MasterKeys } from "./master-keys.ts";
import { unwrapDataKey, wrapDataKey } from "./wrap.ts";

/** Data keys a look-up; each is rewrapped in a transaction of its own. */
const batch = 200;

/**
 * Wraps every data key with the primary master key, while the service runs. Envelopes under the data keys stay as they are. When
 * it is done on a deployment where every replica has the new key, the old master keys can be taken away.
 *
 * @param onProgress hears after every batch how many were rewrapped
 * @returns the number of data keys that were rewrapped
 */
export async function rewrapDataKeys(
  database: Database,
  masterKeys: MasterKeys,
  onProgress: (done: number) => void = () => {},
): Promise<number> {
  let done = 0;
  for (;;) {
    const stale = await findStaleDataKeys(database.unscoped, masterKeys.primary, batch);
    if (stale.length === 0) {
      return done;
    }
    for (const { ownerId, version } of stale) {
      done += await enter(database, ownerId, (trx) => rewrap(trx, masterKeys, ownerId, version));
    }
    onProgress(done);
  }
}

/** A count is for people, who need no more of it than this. */
const countedAtMost = 100_000;

/** How many data keys another master key than this version wraps; more than 100,000 count as so many. */
export async function countStaleDataKeys(database: Database, primary: number): Promise<number> {
  return (await findStaleDataKeys(database.unscoped, primary, countedAtMost)).length;
}

/**
 * Master key versions that wrap a data key but are not configured. The service must not start while there is one: its
 * owner's secrets could not be read.
 */
export async function findMissingMasterVersions(
  database: Database,
  masterKeys: MasterKeys,
): Promise<readonly number[]> {
  const used = await listMasterVersions(database.unscoped);
  return used.filter((version) => !masterKeys.keys.has(version)).sort((a, b) => a - b);
}

/** One row would do. Several distinguish a wrong key from a damaged row. */
const triedPerVersion = 3;

/**
 * Master key versions that are configured with another key than the one that wrapped the data keys: none of a few data
 * keys opens. The service must not start while there is one: every project that exists would answer 500, and nobody
 * else could read the projects that it makes.
 */
export async function findWrongMasterVersions(
  database: Database,
  masterKeys: MasterKeys,
): Promise<readonly number[]> {
  const samples = await sampleDataKeys(database.unscoped, triedPerVersion);
  const opened = new Map<number, boolean>();
  for (const sample of samples.filter(({ masterVersion }) => masterKeys.keys.has(masterVersion))) {
    const { masterVersion } = sample;
    const opens = await tryDataKey(database, masterKeys, sample);
    opened.set(masterVersion, opens || opened.get(masterVersion) === true);
  }
  return [...opened.keys()]
    .filter((version) => opened.get(version) === false)
    .sort((a, b) => a - b);
}

async function tryDataKey(
  database: Database,
  masterKeys: MasterKeys,
  { ownerId, version }: SampledDataKey,
): Promise<boolean> {
  const row = await enter(database, ownerId, (trx) =>
    trx
      .selectFrom("data_keys")
      .selectAll()
      .where("owner_id", "=", ownerId)
      .where("version", "=", version)
      .executeTakeFirst(),
  );
  try {
    // One that was destroyed meanwhile says nothing against the key.
    if (row !== undefined) {
      unwrapDataKey(masterKeys, row);
    }
    return true;
  } catch (error) {
    if (error instanceof SecretUnreadableError) {
      return false;
    }
    throw error;
  }
}

/** A transaction of the owner of data keys, a project or an organization. */
function enter<T>(
  database: Database,
  ownerId: string,
  work: (trx: ScopedTransaction) => Promise<T>,
): Promise<T> {
  return ownerId.startsWith("org_")
    ? database.ofOrganization(ownerId, work)
    : database.scoped(ownerId, work);
}

async function rewrap(
  trx: ScopedTransaction,
  masterKeys: MasterKeys,
  ownerId: string,
  version: number,
): Promise<number> {
  const row = await trx
    .selectFrom("data_keys")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .where("version", "=", version)
    .forUpdate()
    .executeTakeFirst();
  // Destroyed, or rewrapped by another process meanwhile.
  if (row === undefined || row.master_version === masterKeys.primary) {
    return 0;
  }
  const { wrapped, master_version } = wrapDataKey(
    masterKeys,
    ownerId,
    version,
    unwrapDataKey(masterKeys, row),
  );
  await trx
    .updateTable("data_keys")
    .set({ wrapped, master_version })
    .where("owner_id", "=", ownerId)
    .where("version", "=", version)
    .execute();
  return 1;
}
