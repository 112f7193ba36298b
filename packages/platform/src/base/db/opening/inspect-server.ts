import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";
import { UnsafeDatabaseError } from "../transactions/assert-isolation.ts";

/**
 * Refuses a server that is too old.
 *
 * @throws UnsafeDatabaseError
 */
export async function assertSupported(login: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ version: number }>`select
    current_setting('server_version_num')::integer as version`.execute(login);
  const version = rows[0]?.version ?? 0;
  if (version < oldestVersion) {
    throw new UnsafeDatabaseError(
      `The server of DATABASE_URL is PostgreSQL ${Math.floor(version / 10_000)}, and the service needs ${oldestVersion / 10_000} or later. Upgrade it, or use another server.`,
    );
  }
}

/** PostgreSQL 15, as the server writes it: 150014 is 15.14. */
const oldestVersion = 150_000;

/** A server of PostgreSQL as the user of `DATABASE_URL` finds it. */
export interface ServerFacts {
  /** True for a server that follows another one and takes no writes. */
  readonly isReplica: boolean;
  /** Null for a user whom row-level security holds; otherwise why it does not. */
  readonly bypass: "is a superuser" | "has BYPASSRLS" | null;
  /** Milliseconds by which the clock of the server is ahead of this machine's. */
  readonly clockAheadMs: number;
  /** Connections that users may hold, all processes together. */
  readonly connections: number;
  /** Whether the user has the rights of the owner of the service's tables. Null for a database without them. */
  readonly ownsSchema: boolean | null;
}

/**
 * Looks at a server and changes nothing.
 *
 * @param login a connection as the login role
 */
export async function inspectServer(login: Kysely<Tables>): Promise<ServerFacts> {
  const { rows } = await sql<Omit<ServerFacts, "clockAheadMs">>`select
      pg_is_in_recovery() as "isReplica",
      (select case when rolsuper then 'is a superuser' when rolbypassrls then 'has BYPASSRLS' end
        from pg_roles where rolname = current_user) as bypass,
      current_setting('max_connections')::integer
        - current_setting('superuser_reserved_connections')::integer as connections,
      (select pg_has_role(relowner, 'usage') from pg_class
        where oid = to_regclass('public.platform_migrations')) as "ownsSchema"`.execute(login);
  const clockAheadMs = await compareClocks(login);
  const [facts] = rows;
  if (facts === undefined) {
    throw new Error("The server did not describe itself.");
  }
  return { ...facts, clockAheadMs };
}

/** The answer is compared with the middle of its request. The connection is open already, so that is short. */
async function compareClocks(login: Kysely<Tables>): Promise<number> {
  const before = Date.now();
  const { rows } = await sql<{ ms: number }>`select
    (extract(epoch from clock_timestamp()) * 1000)::double precision as ms`.execute(login);
  return (rows[0]?.ms ?? before) - (before + Date.now()) / 2;
}

/**
 * What a user lacks to make the schema in an empty database, as the statements that give it.
 *
 * @param login a connection as the login role
 */
export async function findMissingRights(
  login: Kysely<Tables>,
  roles: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ statement: string }>`
    with me as (select r.* from pg_roles r where r.rolname = current_user)
    select 'CREATE ROLE ' || wanted || ' NOLOGIN' as statement
      from unnest(${roles}::text[]) as wanted, me
      where not me.rolcreaterole and not me.rolsuper
        and not exists (select from pg_roles r where r.rolname = wanted)
    union all select format('GRANT %s TO %I', wanted, me.rolname)
      from unnest(${roles}::text[]) as wanted, me
      where not me.rolsuper and not exists (select from pg_roles r
        where r.rolname = wanted and pg_has_role(me.rolname, r.oid, 'member'))
        and (not me.rolcreaterole or exists (select from pg_roles r where r.rolname = wanted))
    union all select format('ALTER SCHEMA public OWNER TO %I', me.rolname)
      from me where not has_schema_privilege('public', 'create')
    union all select 'CREATE EXTENSION pg_trgm (it comes with the contrib packages of PostgreSQL)'
      where not exists (select from pg_extension where extname = 'pg_trgm')
        and (not exists (select from pg_available_extensions where name = 'pg_trgm')
          or not has_database_privilege(current_database(), 'create'))`.execute(login);
  return rows.map(({ statement }) => statement);
}
