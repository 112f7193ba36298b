import { findStaleDataKeys, listMasterVersions } from "../db/lookups.ts";
import type { Database } from "../db/open-database.ts";
import type { ScopedTransaction } from "../db/scoped.ts";
import type { MasterKeys } from "./master-keys.ts";
import { unwrapDataKey, wrapDataKey } from "./wrap.ts";

/** Data keys a look-up; each is rewrapped in a transaction of its own. */
const batch = 200;

/**
 * Wraps every data key with the primary master key, while the service runs. What data keys sealed is not touched. When
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
    if (stale.length === 0) return done;
    for (const { ownerId, version } of stale) {
      const enter = ownerId.startsWith("org_") ? database.ofOrganization : database.scoped;
      done += await enter(ownerId, (trx) => rewrap(trx, masterKeys, ownerId, version));
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
  if (row === undefined || row.master_version === masterKeys.primary) return 0;
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
