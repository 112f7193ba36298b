import { type Kysely, sql, type Transaction } from "kysely";
import type { Migration } from "./migration-types.ts";
import { replicas } from "./migrations/0004-replicas.ts";
import { migrations } from "./migrations/index.ts";
import { aliveMs, listReplicas } from "./replicas.ts";
import type { Tables } from "./tables.ts";
import { UnsafeDatabaseError } from "./transactions/assert-isolation.ts";

/**
 * An arbitrary number. The process that holds this advisory lock is applying migrations. The service takes no other
 * advisory lock.
 */
const migrationLock = 7_266_001;

/**
 * Applies the migrations that the database lacks, all in one transaction: if one fails, the database stays as it was.
 * Processes that start together wait for one another. The database may also have migrations that this code does not
 * know, because old replicas can restart during an upgrade; these are left alone.
 *
 * @param login a connection as the login role, which owns the tables
 * @param isShared whether other processes may serve on the database
 * @returns the names of the migrations that were applied
 * @throws UnsafeDatabaseError when running processes could not read the data written after a migration
 */
export async function migrate(
  login: Kysely<Tables>,
  list: readonly Migration[] = migrations,
  isShared = false,
): Promise<readonly string[]> {
  return await login.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx);
    await sql`create table if not exists platform_migrations (
      name text primary key, applied_at timestamptz not null default now())`.execute(trx);
    const known = await sql<{ name: string }>`select name from platform_migrations`.execute(trx);
    const applied = new Set(known.rows.map((row) => row.name));
    const missing = list.filter((migration) => !applied.has(migration.name));
    const last = missing.find(({ endsEarlierVersions }) => endsEarlierVersions === true);
    if (isShared && last !== undefined && applied.has(replicas.name)) {
      await assertNobodyServes(trx, last);
    }
    for (const migration of missing) {
      await apply(trx, migration);
    }
    return missing.map((migration) => migration.name);
  });
}

/** Every process in the list started before this migration: a process that starts now waits for the lock. */
async function assertNobodyServes(trx: Transaction<Tables>, { name }: Migration): Promise<void> {
  const serving = await listReplicas(trx, aliveMs);
  if (serving.length > 0) {
    const names = serving.map((replica) => replica.name).join("; ");
    throw new UnsafeDatabaseError(
      `The database cannot be migrated (${name}) while processes of an earlier version are running: ${names}. They could not read the data that this version writes.
Stop them, then start this version. A killed process counts as running for ${aliveMs / 1000} seconds.`,
    );
  }
}

async function apply(trx: Transaction<Tables>, migration: Migration): Promise<void> {
  for (const statement of migration.statements) {
    await sql.raw(statement).execute(trx);
  }
  await sql`insert into platform_migrations (name) values (${migration.name})`.execute(trx);
}
