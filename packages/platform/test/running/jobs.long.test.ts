import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ScopedTransaction } from "../../src/db/transactions/scoped.ts";
import { purge } from "../../src/domain/job-handlers.ts";
import { browse } from "../e2e/suites/hosted-pages.ts";
import { startWorld, type World } from "../e2e/world.ts";

// The jobs of the running worker. A test moves the times of rows, since it cannot wait for hours, and nothing else.

let world: World;
let projectId: string;
beforeAll(async () => {
  world = await startWorld();
  const { data } = await world.owner.projects.listProjects({});
  projectId = data.find(({ name }) => name === "default")?.id ?? "";
});
afterAll(() => world.close());

const inProject = <T>(work: (trx: ScopedTransaction) => Promise<T>, id = projectId): Promise<T> =>
  world.serving.platform.database.scoped(id, work);

/** Lets a job's time come, and waits until it is done. */
async function runJob(kind: string, id = projectId): Promise<void> {
  await inProject(async (trx) => {
    const moved = await trx
      .updateTable("jobs")
      .set({ next_at: sql<Date>`now()` })
      .where("kind", "=", kind)
      .executeTakeFirst();
    expect(moved.numUpdatedRows).toBe(1n);
  }, id);
  const left = (): Promise<unknown> =>
    inProject((trx) => trx.selectFrom("jobs").select("id").where("kind", "=", kind).execute(), id);
  await expect.poll(left).toEqual([]);
}

async function connect(user_id: string): Promise<string> {
  const config = await world.platform.authConfigs.createAuthConfig({
    body: { toolkit: { slug: "acme" }, auth_config: { type: "use_platform_managed_auth" } },
  });
  const made = await world.platform.connectedAccounts.createConnectedAccount({
    body: {
      auth_config: { id: config.auth_config.id },
      connection: { user_id },
      validate_credentials: false,
    },
  });
  const led = await browse(world, made.redirect_url ?? "", { form: {} });
  const cookie = led.headers.get("set-cookie")?.split(";")[0] ?? "";
  const provider = await fetch(led.headers.get("location") ?? "", { redirect: "manual" });
  await browse(world, provider.headers.get("location") ?? "", { headers: { cookie } });
  return made.id;
}

const grants = (): string[] =>
  world.application.seen
    .filter(({ path }) => path === "/token")
    .map(({ body }) => new URLSearchParams(body).get("grant_type") ?? "");

test("a token is refreshed ahead of its end, without anybody asking", async () => {
  const id = await connect("ahead");
  const version = (): Promise<number> =>
    inProject(async (trx) => {
      const row = trx.selectFrom("connected_accounts").select("version").where("id", "=", id);
      return (await row.executeTakeFirstOrThrow()).version;
    });
  const before = await version();
  await inProject((trx) =>
    trx
      .updateTable("connected_accounts")
      .set({ tokens_expire_at: sql<Date>`now() + interval '9 minutes'` })
      .where("id", "=", id)
      .execute(),
  );
  const asked = grants().length;
  const found = inProject((trx) =>
    trx
      .updateTable("jobs")
      .set({ next_at: sql<Date>`now()` })
      .where("kind", "=", "connected_account.refresh")
      .execute(),
  );
  await found;
  await expect.poll(grants).toHaveLength(asked + 1);
  expect(grants().at(-1)).toBe("refresh_token");
  await expect.poll(version).toBeGreaterThan(before);
  // Another refresh is planned, ahead of the new end.
  const next = await inProject((trx) =>
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
  const id = await connect("revoked");
  const before = world.application.seen.length;
  await world.platform.connectedAccounts.deleteConnectedAccount({ nanoid: id });
  const revoked = () =>
    world.application.seen
      .slice(before)
      .filter(({ path }) => path === "/revoke")
      .map(({ body }) => new URLSearchParams(body).get("token")?.replace(/\d+$/, ""));
  await expect.poll(revoked).toEqual(["refresh-canary-", "access-canary-"]);
  const left = (): Promise<unknown> =>
    inProject((trx) => trx.selectFrom("revocations").select("id").execute());
  await expect.poll(left).toEqual([]);
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
  await inProject(async (trx) => {
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
  const row = await inProject((trx) =>
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
  const rows = async (): Promise<number> =>
    await inProject(async (trx) => {
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
  expect(await rows()).toBe(2);
  // A job whose time is wrong destroys nothing: it is put off until the project's own time has come.
  await inProject((trx) => sql`update jobs set next_at = now()`.execute(trx), id);
  const putOff = async (): Promise<unknown> => {
    const [job] = await inProject((trx) => trx.selectFrom("jobs").selectAll().execute(), id);
    return [job?.last_error, Math.round(((job?.next_at.getTime() ?? 0) - Date.now()) / 86_400_000)];
  };
  await expect.poll(putOff).toEqual(["RetryLaterError", 30]);
  expect(await rows()).toBe(2);
  await inProject(
    (trx) => sql`update projects set deleted_at = now() - interval '30 days'`.execute(trx),
    id,
  );
  await runJob("project.erase", id);
  expect(await rows()).toBe(0);
});

test("what is past its retention is removed, and what is not stays", async () => {
  const count = (): Promise<Record<string, number>> =>
    inProject(async (trx) => {
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
  // A link with its state, a stored answer, a log and a revocation that cannot be done.
  await connect("kept");
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
  await inProject((trx) =>
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
  await inProject(async (trx) => {
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
