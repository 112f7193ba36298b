import { type Kysely, sql, type Transaction } from "kysely";
import type { Migration } from "./migration-types.ts";
import { migrations } from "./migrations/index.ts";
import { aliveMs, listReplicas } from "./replicas.ts";
import { type DatabaseRoles, nameRoles, renameRoles } from "./roles.ts";
import type { Tables } from "./tables.ts";
import { UnsafeDatabaseError } from "./transactions/assert-isolation.ts";
import { runAgainOnce } from "./transactions/run-again.ts";

/**
 * An arbitrary number. The process that holds this advisory lock is applying migrations. The service takes no other
 * advisory lock.
 */
const migrationLock = 7_266_001;

/**
 * Applies the migrations that the database lacks, all in one transaction: if one fails, the database stays as it was.
 * Processes that start together wait for one another. The database may also have migrations that this code does not
 * know, because old replicas can restart during an upgrade; these are left alone, unless they end earlier versions.
 *
 * @param login a connection as the login role, which owns the tables
 * @param isShared whether other processes may serve on the database
 * @param roles names for the roles of the SQL files
 * @returns the names of the migrations that were applied
 * @throws UnsafeDatabaseError when running processes could not read the data written after a migration, when this version
 *   cannot read the data that a later one wrote, or when the database has the schema of a version before the first release
 */
export async function migrate(
  login: Kysely<Tables>,
  list: readonly Migration[] = migrations,
  isShared = false,
  roles: DatabaseRoles = nameRoles(),
): Promise<readonly string[]> {
  // Statements of processes that serve may hold a table that a migration changes, and wait for one that it has changed.
  return await runAgainOnce(() => applyMissing(login, { list, isShared, roles }));
}

async function applyMissing(
  login: Kysely<Tables>,
  {
    list,
    isShared,
    roles,
  }: {
    readonly list: readonly Migration[];
    readonly isShared: boolean;
    readonly roles: DatabaseRoles;
  },
): Promise<readonly string[]> {
  return await login.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx);
    await sql`create table if not exists platform_migrations (
      name text primary key, applied_at timestamptz not null default now(),
      ends_earlier_versions boolean not null default false)`.execute(trx);
    const missing = await planMigrations(trx, list, isShared);
    // Functions are created by their files of today, which may name columns that a later migration adds.
    await sql`set local check_function_bodies = off`.execute(trx);
    for (const migration of missing) {
      await apply(trx, migration, roles);
    }
    return missing.map((migration) => migration.name);
  });
}

/**
 * Lists the migrations that a database with a schema lacks.
 *
 * @throws UnsafeDatabaseError when they may not be applied now, or this version may not serve on the database
 */
export async function planMigrations(
  login: Kysely<Tables>,
  list: readonly Migration[],
  isShared: boolean,
): Promise<readonly Migration[]> {
  const known = await sql<{ name: string }>`select name from platform_migrations`.execute(login);
  const applied = new Set(known.rows.map((row) => row.name));
  assertReleased(applied, list, isShared);
  const [problem] = (await findSchemaProblems(login, list)).filter(({ isLater }) => isLater);
  if (problem !== undefined) {
    throw new UnsafeDatabaseError(problem.message);
  }
  const missing = list.filter((migration) => !applied.has(migration.name));
  const last = missing.find(({ endsEarlierVersions }) => endsEarlierVersions === true);
  if (isShared && last !== undefined && applied.size > 0) {
    await assertNobodyServes(login, last);
  }
  return missing;
}

/** Why a version cannot serve on a schema. */
export interface SchemaProblem {
  /** True for the schema of a later version. */
  readonly isLater: boolean;
  readonly message: string;
}

/** Finds why this version cannot serve on the schema, as it is now. Every role of the service may call it. */
export async function findSchemaProblems(
  kysely: Kysely<Tables>,
  list: readonly Migration[] = migrations,
): Promise<readonly SchemaProblem[]> {
  const { rows } = await sql<{ name: string; ends: boolean }>`
    select name, ends_earlier_versions as ends from platform_migrations`.execute(kysely);
  const later = rows.filter(({ name, ends }) => ends && list.every((each) => each.name !== name));
  const missing = list.filter(({ name }) => rows.every((row) => row.name !== name));
  return [
    ...later.map(({ name }) => ({
      isLater: true,
      message: `The database has the migration ${name} of a later version, which ends earlier versions such as this one. Start the later version, or restore a backup from before the migration.`,
    })),
    ...missing.map(({ name }) => ({
      isLater: false,
      message: `The database lacks the migration ${name}. Start the service again, or run \`platform migrate\`.`,
    })),
  ];
}

/** Every schema since the first release has the first migration. Before, there were others. */
function assertReleased(
  applied: ReadonlySet<string>,
  [first]: readonly Migration[],
  isShared: boolean,
): void {
  if (applied.size > 0 && first !== undefined && !applied.has(first.name)) {
    const place = isShared
      ? "set DATABASE_URL to an empty database"
      : "set PLATFORM_DATA to an empty directory";
    throw new UnsafeDatabaseError(
      `The database has the schema of a version before the first release, which this version cannot read: ${place} and start again. Nothing was changed.`,
    );
  }
}

/** Every process in the list started before this migration: a process that starts now waits for the lock. */
async function assertNobodyServes(login: Kysely<Tables>, { name }: Migration): Promise<void> {
  const serving = await listReplicas(login, aliveMs);
  if (serving.length > 0) {
    const names = serving.map((replica) => replica.name).join("; ");
    throw new UnsafeDatabaseError(
      `The database cannot be migrated (${name}) while processes of an earlier version are running: ${names}. They could not read the data that this version writes.
Stop them, then start this version. A killed process counts as running for ${aliveMs / 1000} seconds.`,
    );
  }
}

async function apply(
  trx: Transaction<Tables>,
  migration: Migration,
  roles: DatabaseRoles,
): Promise<void> {
  for (const statement of migration.readStatements()) {
    await sql.raw(renameRoles(statement, roles)).execute(trx);
  }
  const { name, endsEarlierVersions = false } = migration;
  await sql`insert into platform_migrations (name, ends_earlier_versions)
    values (${name}, ${endsEarlierVersions})`.execute(trx);
}
