import { type Kysely, sql } from "kysely";

/** The database does not keep projects apart, or cannot be used safely. The message says how to fix it. */
export class UnsafeDatabaseError extends Error {
  override readonly name = "UnsafeDatabaseError";
}

/**
 * Checks that row-level security really holds for the role that queries run as. That role, and every role that it
 * could become, must not be a superuser, have BYPASSRLS or own a table. Every table with a `project_id` or an
 * `owner_id` must have row-level security enabled, forced and with a policy for `app`.
 *
 * @param login a connection as the login role
 * @throws UnsafeDatabaseError naming every problem
 */
export async function assertIsolation<T>(login: Kysely<T>): Promise<void> {
  const roles = await sql<{ rolname: string; reason: string }>`
    select r.rolname,
      case when r.rolsuper then 'is a superuser' when r.rolbypassrls then 'has BYPASSRLS'
        when r.rolname = 'app_system' then 'is app_system' else 'owns tables of the service' end as reason
    from pg_roles r
    where pg_has_role('app', r.oid, 'member') and (
      r.rolsuper or r.rolbypassrls or r.rolname = 'app_system'
      or exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind = 'r' and c.relowner = r.oid))`.execute(login);
  const tables = await sql<{ relname: string }>`
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')
      and (c.relname in ('organizations', 'projects', 'rate_windows', 'replicas') or exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname in ('project_id', 'owner_id')))
      and not (c.relrowsecurity and c.relforcerowsecurity)`.execute(login);
  const problems = [
    ...roles.rows.map((role) => `the role app ${mayBecomeRole(role.rolname)}${role.reason}`),
    ...tables.rows.map((table) => `row-level security is not forced on the table ${table.relname}`),
  ];
  if (problems.length === 0) {
    return;
  }
  throw new UnsafeDatabaseError(
    `This database would not keep projects apart: ${problems.join("; ")}. ` +
      "Alter the role (ALTER ROLE app NOSUPERUSER NOBYPASSRLS; REVOKE … FROM app) or the table (FORCE ROW LEVEL SECURITY).",
  );
}

function mayBecomeRole(role: string): string {
  return role === "app" ? "" : `can become ${role}, which `;
}
