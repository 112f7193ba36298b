import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { fillProject } from "../../../testing/fill-project.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { createTestProject, createTestSecrets } from "../../../testing/test-project.ts";
import { createId } from "../../ids.ts";
import type { Database } from "../opening/open-database.ts";
import type { ScopedTransaction } from "./scoped.ts";

/** Only triggers write them. */
const counts: readonly string[] = ["account_counts", "auth_config_counts", "storage_counts"];

describe.each(testDatabases())("on $name", ({ open }) => {
  let database: Database;
  let mine: string;
  let theirs: string;
  let tables: readonly { readonly name: string; readonly key: string }[];
  /** The tables among them that queries may write. Triggers write the others. */
  let written: typeof tables;

  beforeAll(async () => {
    database = await open();
    const secrets = createTestSecrets();
    mine = (await createTestProject(database, secrets)).projectId;
    theirs = (await createTestProject(database, secrets)).projectId;
    await fillProject(database, mine);
    await fillProject(database, theirs);
    const found = await sql<{ name: string; key: string }>`
      select c.relname as name, a.attname as key from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and a.attname in ('project_id', 'owner_id') and c.relname <> 'api_keys'`.execute(
      database.unscoped,
    );
    tables = found.rows;
    written = tables.filter(({ name }) => !counts.includes(name));
  });

  test("a query without any predicate sees the rows of its own project alone, in every table", async () => {
    expect(tables.length).toBeGreaterThanOrEqual(10);
    for (const { name, key } of tables) {
      const seen = await database.transactInProject(mine, (trx) =>
        sql<{ owner: string }>`select ${sql.ref(key)} as owner from ${sql.table(name)}`.execute(
          trx,
        ),
      );
      expect(new Set(seen.rows.map((row) => row.owner)), name).toEqual(new Set([mine]));
    }
  });

  test("an update or a delete without any predicate reaches the one row of its own project alone", async () => {
    for (const { name, key } of written) {
      const table = sql.table(name);
      const changeRows = (statement: string, owner: string): Promise<bigint | undefined> =>
        database.transactInProject(mine, async (trx) => {
          // The savepoint undoes the deletion. It may also have deleted rows that refer to this one, but here it only
          // matters that it reached the row.
          await sql`savepoint before`.execute(trx);
          const result =
            await sql`${sql.raw(statement)} ${owner === "" ? sql`` : sql`where ${sql.ref(key)} = ${owner}`}`
              .execute(trx)
              .catch((error: unknown) => {
                if (String(error).includes("foreign key")) {
                  return { numAffectedRows: 1n };
                }
                throw error;
              });
          await sql`rollback to savepoint before`.execute(trx);
          return result.numAffectedRows;
        });
      const update = `update ${name} set ${key} = ${key}`;
      expect(await changeRows(update, ""), name).toBe(1n);
      expect(await changeRows(`delete from ${name}`, ""), name).toBe(1n);
      expect(await changeRows(update, theirs), name).toBe(0n);
      expect(await changeRows(`delete from ${name}`, theirs), name).toBe(0n);
      const kept = await database.transactInProject(theirs, (trx) =>
        sql`select * from ${table}`.execute(trx),
      );
      expect(kept.rows, name).toHaveLength(1);
    }
  });

  test("a row cannot be written into another project, nor moved there", async () => {
    await expect(
      database.transactInProject(mine, (trx) =>
        trx
          .insertInto("jobs")
          .values({ project_id: theirs, id: "x", kind: "k", max_attempts: 1 })
          .execute(),
      ),
    ).rejects.toThrow(/row-level security/);
    for (const { name, key } of written) {
      const moved = database.transactInProject(mine, (trx) =>
        sql`update ${sql.table(name)} set ${sql.ref(key)} = ${theirs}`.execute(trx),
      );
      await expect(moved, name).rejects.toThrow(/row-level security|violates/);
    }
  });

  test("a row cannot refer to another project's", async () => {
    const refers = database.transactInProject(mine, (trx) =>
      trx
        .updateTable("connected_accounts")
        .set({ auth_config_id: `row_${theirs}` })
        .execute(),
    );
    await expect(refers).rejects.toThrow(/foreign key/);
  });

  test("outside of a scope no row can be seen or written", async () => {
    for (const { name } of [...tables, { name: "projects" }, { name: "organizations" }]) {
      const seen = await sql`select * from ${sql.table(name)}`.execute(database.unscoped);
      expect(seen.rows, name).toEqual([]);
    }
    const role = await sql<{ role: string }>`select current_user as role`.execute(
      database.unscoped,
    );
    expect(role.rows).toEqual([{ role: "app" }]);
    await expect(
      database.unscoped.insertInto("organizations").values({ id: "org_x", name: "x" }).execute(),
    ).rejects.toThrow(/row-level security/);
  });

  test("a scope ends with its transaction, also one that fails", async () => {
    await expect(
      database.transactInProject(mine, async () => {
        throw new Error("broken");
      }),
    ).rejects.toThrow("broken");
    const seen = await Promise.all(
      Array.from({ length: 12 }, () => sql`select * from jobs`.execute(database.unscoped)),
    );
    expect(seen.flatMap((result) => result.rows)).toEqual([]);
  });

  test("only changes of the counted rows write the counts", async () => {
    const statements = [
      "update account_counts set accounts = 0",
      "update auth_config_counts set auth_configs = 0",
      "update storage_counts set bytes = 0",
      "select add_storage('any', 'files', 1)",
      ...counts.map((name) => `delete from ${name}`),
    ];
    for (const statement of statements) {
      const writing = database.transactInProject(mine, (trx) => sql.raw(statement).execute(trx));
      await expect(writing).rejects.toThrow(/permission denied/);
    }
  });

  test("queries cannot reach the counters of rate limits", async () => {
    await expect(sql`select * from rate_windows`.execute(database.unscoped)).rejects.toThrow(
      /permission denied/,
    );
  });

  test("look-ups find rows by hash only, and return only ids", async () => {
    const find = async (name: "find_link" | "find_oauth_state", hash: string) =>
      (await sql`select * from ${sql.ref(name)}(${hash})`.execute(database.unscoped)).rows;
    expect(await find("find_link", `row_${mine}`)).toEqual([
      { project_id: mine, connected_account_id: `row_${mine}` },
    ]);
    expect(await find("find_oauth_state", `row_${mine}`)).toEqual([
      { project_id: mine, link_id: `row_${mine}` },
    ]);
    expect(await find("find_link", "other")).toEqual([]);
    expect(await database.findApiKey("other")).toBeUndefined();
  });

  test("a scoped transaction inside another one is reported as a mistake instead of waiting for ever", async () => {
    const nested = database.transactInProject(mine, () =>
      database.transactInProject(mine, async () => 1),
    );
    await expect(nested).rejects.toThrow("inside another one");
  });

  test("an organization sees its own projects and no other's", async () => {
    const own = await database.transactInProject(mine, (trx) =>
      trx.selectFrom("projects").select("organization_id").executeTakeFirstOrThrow(),
    );
    const seen = await database.transactInOrganization(own.organization_id, (trx) =>
      trx.selectFrom("projects").select("id").execute(),
    );
    expect(seen).toEqual([{ id: mine }]);
  });

  describe("between organizations", () => {
    let organization: string;
    let foreign: string;
    beforeAll(async () => {
      const countRowsOf = async (project: string): Promise<string> => {
        const { organization_id } = await database.transactInProject(project, (trx) =>
          trx.selectFrom("projects").select("organization_id").executeTakeFirstOrThrow(),
        );
        return organization_id;
      };
      organization = await countRowsOf(mine);
      foreign = await countRowsOf(theirs);
    });
    const key = (organization_id: string, project_id: string | null) => {
      const id = createId("key");
      return { id, organization_id, project_id, name: "k", hash: id, shown: "ak_1..." };
    };

    test("a key is made for a project of its own organization, and for no other", async () => {
      const insert = (organizationId: string, projectId: string | null) =>
        database.transactInOrganization(organization, (trx) =>
          trx.insertInto("api_keys").values(key(organizationId, projectId)).execute(),
        );
      await insert(organization, mine);
      await expect(insert(organization, theirs)).rejects.toThrow(/foreign key/);
      await expect(insert(foreign, theirs)).rejects.toThrow(/row-level security/);
      await expect(insert(foreign, null)).rejects.toThrow(/row-level security/);
    });

    test("keys cannot be created or changed within a project", async () => {
      for (const owner of [organization, foreign]) {
        const insert = database.transactInProject(mine, (trx) =>
          trx.insertInto("api_keys").values(key(owner, mine)).execute(),
        );
        await expect(insert).rejects.toThrow(/row-level security/);
      }
      const change = database.transactInProject(mine, (trx) =>
        trx.updateTable("api_keys").set({ organization_id: foreign }).execute(),
      );
      await expect(change).rejects.toThrow(/permission denied/);
    });

    test("a project stays with its organization", async () => {
      const move = { organization_id: foreign };
      const insert = (trx: ScopedTransaction) =>
        trx
          .insertInto("projects")
          .values({ id: "proj_y", name: "y", ...move })
          .execute();
      const changeRows =
        (set: { readonly id?: string; readonly organization_id?: string }) =>
        async (trx: ScopedTransaction): Promise<unknown> =>
          await trx.updateTable("projects").set(set).execute();
      for (const work of [changeRows(move), changeRows({ id: "proj_x" })]) {
        const inProject = database.transactInProject(mine, work);
        await expect(inProject).rejects.toThrow(/permission denied/);
        const inOrganization = database.transactInOrganization(organization, work);
        await expect(inOrganization).rejects.toThrow(/permission denied/);
      }
      for (const project of [mine, "proj_y"]) {
        await expect(database.transactInProject(project, insert)).rejects.toThrow(
          /row-level security/,
        );
      }
      const foreigner = database.transactInOrganization(organization, insert);
      await expect(foreigner).rejects.toThrow(/row-level security/);
    });
  });
});
