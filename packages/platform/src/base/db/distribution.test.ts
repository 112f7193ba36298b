import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabases } from "../../testing/test-database.ts";
import type { Tables } from "./tables.ts";

const page = readFileSync(
  fileURLToPath(new URL("../../../../../docs/distribution.md", import.meta.url)),
  "utf8",
);

/** The names in the first column of the table of the page whose heading begins so. */
function readNames(heading: string): readonly string[] {
  const [, rows = ""] = page.split(`| ${heading} |`);
  const [table = ""] = rows.split("\n\n");
  const cells = table.split("\n").map((row) => row.split("|")[1] ?? "");
  return cells
    .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name))
    .toSorted();
}

async function readColumn(unscoped: Kysely<Tables>, query: string): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly name: string }>`${sql.raw(query)}`.execute(unscoped);
  return rows.map(({ name }) => name).toSorted();
}

/** Tables with a row for each project, or for many things of a project, apart from partitions. */
const ownTables = `pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;
const hasProject = `exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'project_id' and a.attnotnull)`;

test.each(testDatabases())(
  "docs/distribution.md lists what does not name a project, on $name",
  async ({ open }) => {
    const { unscoped, close } = await open();
    const small = await readColumn(
      unscoped,
      `select c.relname as name from ${ownTables} and not ${hasProject}`,
    );
    expect(small).toEqual(readNames("Table"));
    const listed = small.map((name) => `'${name}'`).join(", ");
    const unique = await readColumn(
      unscoped,
      `select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
       where c.relnamespace = 'public'::regnamespace and not c.relispartition and x.indisunique and c.relname not in (${listed})
         and not exists (select from unnest(x.indkey::int2[]) k join pg_attribute a on a.attrelid = c.oid and a.attnum = k
           where a.attname = 'project_id')`,
    );
    expect(unique).toEqual(readNames("Unique index"));
    const references = await readColumn(
      unscoped,
      `select k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
       where k.contype = 'f' and k.conparentid = 0 and c.relname not in (${listed})
         and not exists (select from unnest(k.conkey) n join pg_attribute a on a.attrelid = c.oid and a.attnum = n
           where a.attname = 'project_id')`,
    );
    expect(references).toEqual([]);
    const functions = await readColumn(
      unscoped,
      `select p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace
         and p.prorettype <> 'trigger'::regtype and not coalesce('project' = any (p.proargnames), false)
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    );
    expect(functions).toEqual(readNames("Functions"));
    await close();
  },
);
