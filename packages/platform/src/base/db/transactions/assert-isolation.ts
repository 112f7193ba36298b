import { type Kysely, sql } from "kysely";
import { type DatabaseRoles, nameRoles } from "../roles.ts";

/** The database does not keep projects apart, or cannot be used safely. The message says how to fix it. */
export class UnsafeDatabaseError extends Error {
  override readonly name = "UnsafeDatabaseError";
}

/**
 * Checks that row-level security really holds for the role that queries run as. That role, and every role that it
 * could become, must not be a superuser, have BYPASSRLS or own a table. Every table with a `project_id` or an
 * `owner_id` must have row-level security enabled, forced and with a policy for that role.
 *
 * @param login a connection as the login role
 * @param roles the names of the roles
 * @throws UnsafeDatabaseError naming every problem
 */
export async function assertIsolation<T>(
  login: Kysely<T>,
  { app, system }: DatabaseRoles = nameRoles(),
): Promise<void> {
  const roles = await sql<{ rolname: string; reason: string }>`
    select r.rolname,
      case when r.rolsuper then 'is a superuser' when r.rolbypassrls then 'has BYPASSRLS'
        when r.rolname = ${system} then 'is ' || r.rolname else 'owns tables of the service' end as reason
    from pg_roles r
    where pg_has_role(${app}, r.oid, 'member') and (
      r.rolsuper or r.rolbypassrls or r.rolname = ${system}
      or exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind = 'r' and c.relowner = r.oid))`.execute(login);
  const tables = await sql<{ relname: string }>`
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')
      and (c.relname in ('organizations', 'projects', 'rate_windows', 'replicas') or exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname in ('project_id', 'owner_id')))
      and not (c.relrowsecurity and c.relforcerowsecurity)`.execute(login);
  const problems = [
    ...roles.rows.map(
      (role) =>
        `the role ${app} ${role.rolname === app ? "" : `can become ${role.rolname}, which `}${role.reason}`,
    ),
    ...tables.rows.map((table) => `row-level security is not forced on the table ${table.relname}`),
  ];
  if (problems.length === 0) {
    return;
  }
  throw new UnsafeDatabaseError(
    `This database would not keep projects apart: ${problems.join("; ")}. ` +
      `Alter the role (ALTER ROLE ${app} NOSUPERUSER NOBYPASSRLS; REVOKE … FROM ${app}) or the table (FORCE ROW LEVEL SECURITY).`,
  );
}

/**
 * Checks that a database that has the schema has it for these roles.
 *
 * @param login a connection as the login role
 * @throws UnsafeDatabaseError with the prefix that the database has
 */
export async function assertRoles<T>(login: Kysely<T>, { system }: DatabaseRoles): Promise<void> {
  const { rows } = await sql<{ owner: string }>`select r.rolname as owner
    from pg_proc p join pg_roles r on r.oid = p.proowner
    where p.pronamespace = 'public'::regnamespace and p.proname = 'has_organizations'`.execute(
    login,
  );
  const owner = rows[0]?.owner ?? system;
  if (owner !== system) {
    const prefix = owner.replace(/app_system$/, "");
    throw new UnsafeDatabaseError(
      `The functions of this database belong to the role ${owner}, and not to ${system}. ` +
        `${prefix === "" ? "Leave out PLATFORM_DB_ROLE_PREFIX" : `Set PLATFORM_DB_ROLE_PREFIX=${prefix}`}. Nothing was changed.`,
    );
  }
}
