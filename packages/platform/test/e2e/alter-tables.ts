import { sql } from "kysely";
import type { World } from "./world.ts";

/** Changes the row-level security of every table that has it, as a faulty migration could. */
export async function alterTables(
  world: World,
  change: "disable row level security" | "no force row level security",
): Promise<void> {
  await world.asOwner(
    sql.raw(`do $$ declare name text; begin
      for name in select c.relname from pg_class c
        where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relrowsecurity
      loop execute format('alter table %I ${change}', name); end loop; end $$`),
  );
}

/**
 * Makes the database refuse changes of a table: `insert` into it, or `update`.
 *
 * @param code of the error (PostgreSQL's documentation, appendix A); by default that of `raise exception`
 * @returns a function that ends it
 */
export async function refuseChanges(
  { asOwner }: Pick<World, "asOwner">,
  change: "insert on auth_configs" | `${"insert" | "update"} on tool_execution_logs`,
  code = "P0001",
): Promise<() => Promise<void>> {
  await asOwner(
    sql.raw(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused' using errcode = '${code}'; end $$`),
  );
  await asOwner(
    sql.raw(`create trigger refuse before ${change} for each row execute function refuse()`),
  );
  return async () => {
    await asOwner(sql.raw("drop function refuse cascade"));
  };
}
