import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabases } from "../../testing/test-database.ts";

const source = fileURLToPath(new URL("../..", import.meta.url));

/** The code of the service without its migrations and tests, as one text. */
function readSource(): string {
  return readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !/\.test\.ts$|migrations\/|testing\//.test(path))
    .map((path) => readFileSync(join(source, path), "utf8"))
    .join("\n");
}

test.each(testDatabases().slice(0, 1))(
  "every function of the database has a caller",
  async ({ open }) => {
    const database = await open();
    // Functions of extensions are theirs.
    const { rows } = await sql<{ name: string; body: string }>`
    select p.proname as name, p.prosrc as body from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(
      database.unscoped,
    );
    const { rows: uses } = await sql<{ text: string }>`
    select p.proname as text from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    union all select concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) from pg_policy
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_expr(adbin, adrelid) from pg_attrdef`.execute(database.unscoped);
    const outside = [readSource(), ...uses.map(({ text }) => text)].join("\n");
    const unused = rows.filter(({ name }) => {
      const inside = rows.filter((other) => other.name !== name).map(({ body }) => body);
      return !new RegExp(`\\b${name}\\b`).test([outside, ...inside].join("\n"));
    });
    expect(rows.length).toBeGreaterThan(20);
    expect(unused.map(({ name }) => name)).toEqual([]);
    await database.close();
  },
);
