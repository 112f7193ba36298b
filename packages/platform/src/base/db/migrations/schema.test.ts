import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabases } from "../../../testing/test-database.ts";
import type { Tables } from "../tables.ts";
import { readFunctions } from "./read-sql.ts";

const fixedPath = "search_path=pg_catalog, public, pg_temp";

const body = sql<{
  text: string;
}>`select prosrc as text from pg_proc where proname = 'has_organizations'`;

/** Runs statements as the login role, which owns the tables, and returns the body of `has_organizations` after them. */
async function tryAsOwner(
  unscoped: Kysely<Tables>,
  statements: readonly string[],
): Promise<string | undefined> {
  const trx = await unscoped.startTransaction().execute();
  try {
    for (const statement of ["set local role none", ...statements]) {
      await sql.raw(statement).execute(trx);
    }
    return (await body.execute(trx)).rows[0]?.text;
  } finally {
    await trx.rollback().execute();
  }
}

test.each(testDatabases())(
  "functions are replaced by their files, all or by name, on $name",
  async ({ open }) => {
    const { unscoped, close } = await open();
    const text = (await body.execute(unscoped)).rows[0]?.text;
    const former = `create or replace function has_organizations() returns boolean language sql
      security definer as $$ select true $$`;
    expect(await tryAsOwner(unscoped, [former])).toBe(" select true ");
    expect(await tryAsOwner(unscoped, [former, ...readFunctions(["has_organizations"])])).toBe(
      text,
    );
    // The database checks their bodies too, which it does not while it is migrated.
    const checked = ["set local check_function_bodies = on", ...readFunctions()];
    expect(await tryAsOwner(unscoped, [former, ...checked])).toBe(text);
    await close();
  },
);

test("a function without a file is reported", () => {
  expect(() => readFunctions(["claim_job"])).toThrow(
    /The function claim_job has no file in .*functions/,
  );
});

test("every file of functions/ creates the one function that it is named after", () => {
  const listCreated = (names?: readonly string[]): readonly string[] =>
    readFunctions(names).flatMap(
      (text) => /^create or replace function (\w+)/m.exec(text)?.[1] ?? [],
    );
  const created = listCreated();
  expect(created.length).toBeGreaterThan(40);
  expect(created.map((name) => listCreated([name]))).toEqual(created.map((name) => [name]));
});

test.each(testDatabases())(
  "only the service may call functions, and those of other roles have a fixed search path, on $name",
  async ({ open }) => {
    const { unscoped, close } = await open();
    // Functions of extensions are theirs.
    const { rows } = await sql<{
      name: string;
      settings: string | null;
      isOfOther: boolean;
      isOpen: boolean;
    }>`select p.proname as name, p.proconfig::text as settings, p.prosecdef as "isOfOther",
        exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
          where a.grantee = 0) as "isOpen"
      from pg_proc p where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(
      unscoped,
    );
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.filter(({ isOpen }) => isOpen)).toEqual([]);
    const loose = rows.filter(
      ({ isOfOther, settings }) => isOfOther && !settings?.includes(fixedPath),
    );
    expect(loose).toEqual([]);
    await close();
  },
);
