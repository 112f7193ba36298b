import { type Kysely, sql, type Transaction } from "kysely";
import type { Migration } from "./migration-types.ts";
import { migrations } from "./migrations/index.ts";

/** Any fixed number; whoever holds it is applying migrations. The one advisory lock that the service takes. */
const migrationLock = 7_266_001;

/**
 * Applies the migrations that the database does not have, all in one transaction, so that a failure leaves the database
 * as it was. Processes that start together wait for one another. Migrations that the database has and this code does
 * not know are left alone: during an upgrade, old replicas restart against the new schema.
 *
 * @param login a connection as the login role, which owns the tables
 * @returns the names of the migrations that were applied
 */
export async function migrate<T>(
  login: Kysely<T>,
  list: readonly Migration[] = migrations,
): Promise<readonly string[]> {
  return await login.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx);
    await sql`create table if not exists platform_migrations (
      name text primary key, applied_at timestamptz not null default now())`.execute(trx);
    const known = await sql<{ name: string }>`select name from platform_migrations`.execute(trx);
    const applied = new Set(known.rows.map((row) => row.name));
    const missing = list.filter((migration) => !applied.has(migration.name));
    for (const migration of missing) {
      await apply(trx, migration);
    }
    return missing.map((migration) => migration.name);
  });
}

async function apply<T>(trx: Transaction<T>, migration: Migration): Promise<void> {
  for (const statement of migration.statements) {
    await sql.raw(statement).execute(trx);
  }
  await sql`insert into platform_migrations (name) values (${migration.name})`.execute(trx);
}
