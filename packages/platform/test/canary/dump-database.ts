import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { inflateRawSync } from "node:zlib";
import { sql } from "kysely";
import { alterTables } from "../e2e/alter-tables.ts";
import type { World } from "../e2e/world.ts";

const run = promisify(execFile);

/** Everything in the database as text, as an administrator, a backup or a thief would see it. */
export async function dumpDatabase(
  world: World,
  place: { readonly url?: string; readonly folder: string },
): Promise<string> {
  // The owner of the tables reads them. Forced row-level security would hide rows from it, and refuse pg_dump.
  await alterTables(world, "no force row level security");
  const rows = await readTables(world);
  const { url } = place;
  if (url === undefined) {
    return `${rows}\n${readFiles(join(place.folder, "postgres"))}`;
  }
  const { stdout } = await run("pg_dump", [`--dbname=${url}`, "--inserts"], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return `${rows}\n${stdout}`;
}

/** Every row of every table, read as the owner of the tables. */
async function readTables({ serving }: World): Promise<string> {
  const { unscoped } = serving.platform.database;
  return await unscoped.transaction().execute(async (trx) => {
    await sql`set local role none`.execute(trx);
    const tables = await sql<{ name: string }>`select c.relname as name from pg_class c
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`.execute(trx);
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const table = sql.table(name);
      const { rows } = await sql<{ row: string }>`select t::text as row from ${table} t`.execute(
        trx,
      );
      texts.push(
        `${name}: ${rows.length} rows`,
        ...rows.flatMap(({ row }) => [row, ...inflateAll(row)]),
      );
    }
    return texts.join("\n");
  });
}

/** The texts of compressed columns: documents of toolkits, and their compiled forms. */
function inflateAll(row: string): readonly string[] {
  return [...row.matchAll(/\\x((?:[0-9a-f]{2}){8,})/g)].flatMap(([, hex = ""]) => {
    try {
      return [inflateRawSync(Buffer.from(hex, "hex")).toString("latin1")];
    } catch {
      // Other bytes, such as a hash.
      return [];
    }
  });
}

/** The files of a cluster: tables, data deleted from them, and the write-ahead log. */
function readFiles(folder: string): string {
  const texts = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n")
    // Skip the pages and segments that were never written, which are most of a new cluster.
    .split("\0".repeat(16));
  // The databases of a cluster begin as copies of one: almost half of the texts are there more than once.
  return [...new Set(texts)].filter((text) => text !== "").join("\0");
}
