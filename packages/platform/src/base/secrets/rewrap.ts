import type { Database } from "../db/opening/open-database.ts";
import type { ScopedTransaction } from "../db/transactions/scoped.ts";
import { SecretUnreadableError } from "./cipher.ts";
import type { MasterKeys } from "./master-keys.ts";
import { unwrapDataKey, wrapDataKey } from "./wrap.ts";
import {
  findStaleDataKeys,
  listMasterVersions,
  type SampledDataKey,
  sampleDataKeys,
} from "./wrapped-keys.ts";

/** Data keys for each look-up. Each is rewrapped in a transaction of its own. */
const batch = 200;

/**
 * Wraps every data key with the primary master key, while the service runs. Envelopes under the data keys stay as
 * they are. Once it is done and every replica has the new key, the old master keys can be removed.
 *
 * @param onProgress called after every batch with the number of data keys that were rewrapped so far
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

/** The count is shown to people, who do not need a larger number than this. */
const countedAtMost = 100_000;

/** Counts the data keys that are not wrapped by this version of the master key. It stops at 100,000. */
export async function countStaleDataKeys(database: Database, primary: number): Promise<number> {
  return (await findStaleDataKeys(database.unscoped, primary, countedAtMost)).length;
}

/**
 * Finds master key versions that wrap a data key but are not configured. The service must not start with one missing,
 * because the secrets of its owner could not be read.
 */
export async function findMissingMasterVersions(
  database: Database,
  masterKeys: MasterKeys,
): Promise<readonly number[]> {
  const used = await listMasterVersions(database.unscoped);
  return used.filter((version) => !masterKeys.keys.has(version)).sort((a, b) => a - b);
}

/** The number of rows to check. One would be enough, but then a damaged row could be mistaken for a wrong key. */
const triedPerVersion = 3;

/**
 * Finds master key versions that are configured with a wrong key: a few data keys of the version are tried, and none
 * opens. The service must not start with one. Requests of existing projects would be answered with 500, and no other
 * process could read the projects that it creates.
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
    // A data key that was destroyed in the meantime proves nothing.
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

/** Begins a transaction in the scope of an owner of data keys: a project or an organization. */
function enter<T>(
  database: Database,
  ownerId: string,
  work: (trx: ScopedTransaction) => Promise<T>,
): Promise<T> {
  return ownerId.startsWith("org_")
    ? database.transactInOrganization(ownerId, work)
    : database.transactInProject(ownerId, work);
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
