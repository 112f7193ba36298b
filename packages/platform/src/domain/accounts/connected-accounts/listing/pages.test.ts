import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { useDomainFixture } from "../../../../testing/domain-fixture.ts";
import { addAccounts, insertSampleAuthConfig } from "../../../../testing/fill-accounts.ts";
import { testDatabases } from "../../../../testing/test-database.ts";
import { parsePage } from "../../../lists/pages.ts";
import { runInProject } from "../../../scope.ts";
import { listConnectedAccounts } from "../read-connected-accounts.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);

  test("pages at any depth follow each other in each order, and say how many accounts there are", async () => {
    const { platform } = fixture;
    const project = await fixture.createOtherProject();
    const configs = [await insertSampleAuthConfig(platform, project, "github", "BEARER_TOKEN")];
    // The first 200 are read in another way than those after them.
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
});
