import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ScopedTransaction } from "../../src/base/db/transactions/scoped.ts";
import { purge } from "../../src/domain/removal/purge.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { connectOverSignIn } from "./support/connect-over-sign-in.ts";

let world: World;
let projectId: string;
beforeAll(async () => {
  world = await startWorld();
  const { data } = await world.owner.projects.listProjects({});
  projectId = data.find(({ name }) => name === "default")?.id ?? "";
});
afterAll(() => world.close());

const runInProject = <T>(work: (trx: ScopedTransaction) => Promise<T>): Promise<T> =>
  world.serving.platform.database.transactInProject(projectId, work);

test("rows past their retention are removed, and others stay", async () => {
  const count = (): Promise<Record<string, number>> =>
    runInProject(async (trx) => {
      const tables = [
        "oauth_states",
        "link_tokens",
        "revocations",
        "idempotency_keys",
        "tool_execution_logs",
      ] as const;
      const found: Record<string, number> = {};
      for (const table of tables) {
        found[table] = (
          await trx.selectFrom(table).select(sql<number>`1`.as("one")).execute()
        ).length;
      }
      return found;
    });
  // A link with its state, a stored response, a log, and a revocation that cannot be done.
  await connectOverSignIn(world, "kept");
  await world.platform.tools.executeTool({
    tool_slug: "ACME_GET_THING",
    body: { version: "latest", arguments: {}, user_id: "kept" },
  });
  await fetch(`${world.url}/api/v3/auth_configs`, {
    method: "POST",
    headers: {
      "x-api-key": world.keys.project,
      "content-type": "application/json",
      "idempotency-key": "kept-for-a-day",
    },
    body: JSON.stringify({
      toolkit: { slug: "acme" },
      auth_config: { type: "use_platform_managed_auth" },
    }),
  });
  await runInProject((trx) =>
    trx
      .insertInto("revocations")
      .values({
        project_id: projectId,
        id: "job_000000000000",
        toolkit_slug: "acme",
        auth_scheme: "OAUTH2",
        secrets: "sealed",
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute(),
  );
  const before = await count();
  expect(Object.values(before).every((each) => each > 0)).toBe(true);
  await purge(world.serving.platform);
  expect(await count()).toEqual(before);
  await runInProject(async (trx) => {
    const past = sql<Date>`now() - interval '31 days'`;
    for (const table of [
      "oauth_states",
      "link_tokens",
      "revocations",
      "idempotency_keys",
    ] as const) {
      await trx.updateTable(table).set({ expires_at: past }).execute();
    }
    await trx.updateTable("tool_execution_logs").set({ created_at: past }).execute();
  });
  await purge(world.serving.platform);
  expect(Object.values(await count())).toEqual([0, 0, 0, 0, 0]);
});
