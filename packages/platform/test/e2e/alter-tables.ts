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
