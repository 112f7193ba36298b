import { CompiledQuery, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { useDomainFixture } from "../../../../testing/domain-fixture.ts";
import { addAccounts, insertSampleAuthConfig } from "../../../../testing/fill-accounts.ts";
import { testDatabases } from "../../../../testing/test-database.ts";
import { parsePage } from "../../../lists/cursors.ts";
import { runInProject } from "../../../scope.ts";
import { listConnectedAccounts } from "../read-connected-accounts.ts";
import type { AccountFilter } from "./filter-accounts.ts";
import { readPage } from "./page-statements.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);

  test("pages at any depth follow each other in each order, and say how many accounts there are", async () => {
    const { platform } = fixture;
    const project = await fixture.createOtherProject();
    const configs = [await insertSampleAuthConfig(platform, project, "github", "BEARER_TOKEN")];
    await addAccounts(platform, project, configs, 230, "github");
    await runInProject(platform, project, ({ trx }) =>
      // Many have the same time of their last change, so their ids decide.
      trx
        .updateTable("connected_accounts")
        .set({ updated_at: sql<Date>`date_trunc('minute', created_at)` })
        .execute(),
    );
    const stored = await runInProject(platform, project, ({ trx }) =>
      trx.selectFrom("connected_accounts").select(["id", "created_at", "updated_at"]).execute(),
    );
    for (const order_by of ["created_at", "updated_at"] as const) {
      const ascending = stored
        .toSorted((a, b) => Number(a[order_by]) - Number(b[order_by]) || (a.id < b.id ? -1 : 1))
        .map(({ id, created_at, updated_at }) => ({
          id,
          created_at: created_at.toISOString(),
          updated_at: updated_at.toISOString(),
        }));
      for (const order_direction of ["asc", "desc"] as const) {
        const listed: typeof ascending = [];
        let cursor: string | null = null;
        do {
          const page = parsePage(cursor === null ? { limit: 70 } : { cursor });
          const read = await runInProject(platform, project, (scope) =>
            listConnectedAccounts(scope, { order_by, order_direction }, page),
          );
          expect(read).toMatchObject({ total_items: 230, total_pages: 4 });
          for (const { id, created_at, updated_at } of read.items) {
            listed.push({ id, created_at, updated_at });
          }
          cursor = read.next_cursor;
        } while (cursor !== null);
        expect(listed).toEqual(order_direction === "asc" ? ascending : ascending.toReversed());
      }
    }
  });

  test("a page of a table that has just grown reads each row a few times at most", async () => {
    const { platform } = fixture;
    const project = await fixture.createOtherProject();
    const configs = [await insertSampleAuthConfig(platform, project, "github", "BEARER_TOKEN")];
    await addAccounts(platform, project, configs, 1_200, "github");
    // A filter's page is planned with its values, as PostgreSQL plans the first pages of a list without one.
    const filter: AccountFilter = { statuses: ["ACTIVE"] };
    const plan = await runInProject(platform, project, async (scope) => {
      let plan = "";
      const explain = async ({ sql: text, parameters }: CompiledQuery) => {
        const explained = CompiledQuery.raw(`explain (analyze, format json) ${text}`, [
          ...parameters,
        ]);
        plan = JSON.stringify((await scope.trx.executeQuery(explained)).rows);
        return { rows: [] };
      };
      const trx = new Proxy(scope.trx, {
        get: (target, name) => {
          const value = Reflect.get(target, name, target);
          const own = typeof value === "function" ? value.bind(target) : value;
          return name === "executeQuery" ? explain : own;
        },
      });
      await readPage({ ...scope, trx }, filter, parsePage({ limit: 1000 }));
      return plan;
    });
    expect(plan).toContain('"Actual Rows":1000');
    const read = findNodes(JSON.parse(plan)).map(
      (node) => (Number(node["Actual Rows"]) || 0) * (Number(node["Actual Loops"]) || 0),
    );
    expect(Math.max(...read)).toBeLessThan(10_000);
  });
});

/** All nodes of a plan, the ones below others too. */
function findNodes(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof value !== "object" || value === null) {
    return [];
  }
  const below = Object.values(value).flatMap(findNodes);
  return "Actual Rows" in value ? [value, ...below] : below;
}
