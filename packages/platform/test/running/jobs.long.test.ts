import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ScopedTransaction } from "../../src/base/db/transactions/scoped.ts";
import { browse } from "../e2e/suites/hosted-pages.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { connectOverSignIn } from "./support/connect-over-sign-in.ts";

// The jobs of the running worker. A test cannot wait for hours, so it changes the times of rows, and nothing else.

let world: World;
let projectId: string;
beforeAll(async () => {
  world = await startWorld();
  const { data } = await world.owner.projects.listProjects({});
  projectId = data.find(({ name }) => name === "default")?.id ?? "";
});
afterAll(() => world.close());

const runInProject = <T>(
  work: (trx: ScopedTransaction) => Promise<T>,
  id = projectId,
): Promise<T> => world.serving.platform.database.transactInProject(id, work);

/** Makes a job due, and waits until it is done. */
async function runJob(kind: string, id = projectId): Promise<void> {
  await runInProject(async (trx) => {
    const moved = await trx
      .updateTable("jobs")
      .set({ next_at: sql<Date>`now()` })
      .where("kind", "=", kind)
      .executeTakeFirst();
    expect(moved.numUpdatedRows).toBe(1n);
  }, id);
  const countLeft = (): Promise<unknown> =>
    runInProject(
      (trx) => trx.selectFrom("jobs").select("id").where("kind", "=", kind).execute(),
      id,
    );
  await expect.poll(countLeft).toEqual([]);
}

const listGrants = (): string[] =>
  world.application.seen
    .filter(({ path }) => path === "/token")
    .map(({ body }) => new URLSearchParams(body).get("grant_type") ?? "");

test("a token is refreshed ahead of its end, without anybody asking", async () => {
  const id = await connectOverSignIn(world, "ahead");
  const readVersion = (): Promise<number> =>
    runInProject(async (trx) => {
      const row = trx.selectFrom("connected_accounts").select("version").where("id", "=", id);
      return (await row.executeTakeFirstOrThrow()).version;
    });
  const before = await readVersion();
  await runInProject((trx) =>
    trx
      .updateTable("connected_accounts")
      .set({ tokens_expire_at: sql<Date>`now() + interval '9 minutes'` })
      .where("id", "=", id)
      .execute(),
  );
  const asked = listGrants().length;
  await runInProject((trx) =>
    trx
      .updateTable("jobs")
      .set({ next_at: sql<Date>`now()` })
      .where("kind", "=", "connected_account.refresh")
      .execute(),
  );
  await expect.poll(listGrants).toHaveLength(asked + 1);
  expect(listGrants().at(-1)).toBe("refresh_token");
  await expect.poll(readVersion).toBeGreaterThan(before);
  // Another refresh is scheduled, before the new expiry.
  const next = await runInProject((trx) =>
    trx
      .selectFrom("jobs")
      .select((eb) => eb("next_at", ">", sql<Date>`now() + interval '30 minutes'`).as("isLater"))
      .where("kind", "=", "connected_account.refresh")
      .execute(),
  );
  expect(next).toEqual([{ isLater: true }]);
  const executed = await world.platform.tools.executeTool({
    tool_slug: "ACME_GET_THING",
    body: { version: "latest", arguments: {}, connected_account_id: id },
  });
  expect(executed.successful).toBe(true);
});

test("deleting an account has its tokens revoked at the application, and its secrets are gone then", async () => {
  const id = await connectOverSignIn(world, "revoked");
  const before = world.application.seen.length;
  await world.platform.connectedAccounts.deleteConnectedAccount({ nanoid: id });
  const listRevoked = () =>
    world.application.seen
      .slice(before)
      .filter(({ path }) => path === "/revoke")
      .map(({ body }) => new URLSearchParams(body).get("token")?.replace(/\d+$/, ""));
  await expect.poll(listRevoked).toEqual(["refresh-canary-", "access-canary-"]);
  const countLeft = (): Promise<unknown> =>
    runInProject((trx) => trx.selectFrom("revocations").select("id").execute());
  await expect.poll(countLeft).toEqual([]);
});

test("a connection that nobody finishes expires, and its link with it", async () => {
  const { auth_config } = await world.platform.authConfigs.createAuthConfig({
    body: {
      toolkit: { slug: "acme" },
      auth_config: { type: "use_custom_auth", authScheme: "API_KEY" },
    },
  });
  const link = await world.platform.connectedAccounts.createLink({
    body: { auth_config_id: auth_config.id, user_id: "late" },
  });
  const id = link.connected_account_id;
  await runInProject(async (trx) => {
    const past = sql<Date>`now() - interval '1 second'`;
    await trx
      .updateTable("connected_accounts")
      .set({ waits_until: past })
      .where("id", "=", id)
      .execute();
    await trx
      .updateTable("link_tokens")
      .set({ expires_at: past })
      .where("connected_account_id", "=", id)
      .execute();
  });
  await runJob("connected_account.expire");
  const row = await runInProject((trx) =>
    trx
      .selectFrom("connected_accounts")
      .select(["status", "waits_until"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow(),
  );
  expect(row).toEqual({ status: "EXPIRED", waits_until: null });
  expect((await browse(world, link.redirect_url)).status).toBe(404);
});

test("a deleted project is destroyed when its time comes, with its data key", async () => {
  const made = await world.owner.projects.createProject({
    body: { name: "erased", should_create_api_key: true },
  });
  const { id } = made;
  await world.clientWith(made.api_key ?? "").authConfigs.createAuthConfig({
    body: { toolkit: { slug: "acme" }, auth_config: { type: "use_platform_managed_auth" } },
  });
  await world.owner.projects.deleteProject({ nano_id: id });
  const countRows = async (): Promise<number> =>
    await runInProject(async (trx) => {
      const keys = await trx
        .selectFrom("data_keys")
        .select("version")
        .where("owner_id", "=", id)
        .execute();
      const configs = await trx
        .selectFrom("auth_configs")
        .select("id")
        .where("project_id", "=", id)
        .execute();
      return keys.length + configs.length;
    }, id);
  expect(await countRows()).toBe(2);
  // A job with a wrong time destroys nothing. It is put off until the project's own time has come.
  await runInProject((trx) => sql`update jobs set next_at = now()`.execute(trx), id);
  const putOff = async (): Promise<unknown> => {
    const [job] = await runInProject((trx) => trx.selectFrom("jobs").selectAll().execute(), id);
    return [job?.last_error, Math.round(((job?.next_at.getTime() ?? 0) - Date.now()) / 86_400_000)];
  };
  await expect.poll(putOff).toEqual(["RetryLaterError", 30]);
  expect(await countRows()).toBe(2);
  await runInProject(
    (trx) => sql`update projects set deleted_at = now() - interval '30 days'`.execute(trx),
    id,
  );
  await runJob("project.erase", id);
  expect(await countRows()).toBe(0);
});
