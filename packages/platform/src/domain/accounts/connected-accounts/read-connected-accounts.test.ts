import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Query } from "../../../base/api-types.ts";
import { createConnect, accountKey as secret } from "../../../testing/connect.ts";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { type Page, parsePage } from "../../lists/cursors.ts";
import type { PageOf } from "../../lists/pages.ts";
import { deleteConnectedAccount } from "../../removal/delete-connected-account.ts";
import { runInProject, type Scope } from "../../scope.ts";
import { createAuthConfig } from "../auth-configs/create-auth-config.ts";
import { listAuthConfigs } from "../auth-configs/read-auth-configs.ts";
import {
  createConnectedAccount,
  createConnectionLink,
} from "../connecting/create-connected-account.ts";
import { sealConnection } from "./connection-secrets.ts";
import { getConnectedAccount, listConnectedAccounts } from "./read-connected-accounts.ts";
import { setConnectedAccountStatus } from "./set-connected-account-status.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run, createConfig: config } = fixture;
  const connect = createConnect(fixture);
  const client = { client_id: "id", client_secret: "secret-0123456789" };
  const ageAccount = (id: string): Promise<unknown> =>
    run(({ trx }) =>
      trx
        .updateTable("connected_accounts")
        .set({ waits_until: new Date(1e12) })
        .where("id", "=", id)
        .execute(),
    );

  test("a secret that cannot be read leaves the other rows of a list as they are", async () => {
    const project = await fixture.createOtherProject();
    await runInProject(fixture.platform, project, async (scope) => {
      const made: string[] = [];
      for (const user_id of ["one", "two"]) {
        const { auth_config } = await createAuthConfig(scope, {
          toolkit: { slug: "stripe" },
          auth_config: { type: "use_custom_auth", authScheme: "API_KEY" },
        });
        const state = {
          authScheme: "API_KEY",
          val: { status: "ACTIVE", generic_api_key: secret },
        } as const;
        const { id } = await createConnectedAccount(scope, {
          auth_config,
          connection: { user_id, state },
        });
        made.push(id);
      }
      for (const table of ["connected_accounts", "auth_configs"] as const) {
        const [first, second] = await scope.trx
          .selectFrom(table)
          .select(["id", "secrets"])
          .orderBy("created_at")
          .orderBy("id")
          .execute();
        // An envelope is bound to its row, so the envelope of another row cannot be opened.
        await scope.trx
          .updateTable(table)
          .set({ secrets: second?.secrets ?? "", secrets_version: 9 })
          .where("id", "=", first?.id ?? "")
          .execute();
      }
      const accounts = await listConnectedAccounts(scope, {}, parsePage({}));
      expect(accounts.items.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
      expect(accounts.items.map(({ status_reason }) => status_reason).toSorted()).toEqual([
        "The stored credentials cannot be read. Connect the user again.",
        null,
      ]);
      const configs = await listAuthConfigs(scope, {}, parsePage({}));
      expect(configs.items).toHaveLength(2);
    });
  });

  test("pages of accounts and of auth configs with long secrets end early, and lose nothing", async () => {
    const project = await fixture.createOtherProject();
    // Each is 0.35 MiB in the database, so two fit into a page.
    const long = "k".repeat(256 * 1024);
    const ids = { configs: [] as string[], accounts: [] as string[] };
    for (let count = 0; count < 3; count += 1) {
      await runInProject(fixture.platform, project, async (scope) => {
        const { auth_config } = await createAuthConfig(scope, {
          toolkit: { slug: "github" },
          auth_config: {
            type: "use_custom_auth",
            authScheme: "OAUTH2",
            credentials: { client_id: "id", client_secret: long },
          },
        });
        const state = {
          authScheme: "OAUTH2",
          val: { status: "INITIALIZING" },
        } as const;
        const connection = { user_id: "long", state };
        ids.configs.push(auth_config.id);
        const { id } = await createConnectedAccount(scope, { auth_config, connection });
        ids.accounts.push(id);
        const sealed = await sealConnection(
          scope,
          { id, secrets_version: 1 },
          { val: { token: long }, params: {} },
        );
        await scope.trx
          .updateTable("connected_accounts")
          .set(sealed)
          .where("id", "=", id)
          .execute();
      });
    }
    type List = (scope: Scope, page: Page) => Promise<PageOf<{ readonly id: string }>>;
    const lists: readonly (readonly [List, readonly string[]])[] = [
      [(scope, page) => listAuthConfigs(scope, {}, page), ids.configs],
      [(scope, page) => listConnectedAccounts(scope, {}, page), ids.accounts],
    ];
    for (const [list, made] of lists) {
      const read = (cursor: string | null) =>
        runInProject(fixture.platform, project, (scope) => list(scope, parsePage({ cursor })));
      const first = await read(null);
      expect(first).toMatchObject({ total_items: 3, total_pages: 1, current_page: 1 });
      const rest = await read(first.next_cursor);
      expect(first.items).toHaveLength(2);
      expect([...first.items, ...rest.items].map(({ id }) => id).toSorted()).toEqual(
        made.toSorted(),
      );
      expect(rest.next_cursor).toBeNull();
    }
  });

  test("an OAuth account waits with a link, and is EXPIRED when its time is over, job or not", async () => {
    const ac = await config("github", { authScheme: "OAUTH2", credentials: client });
    const account = await connect(ac, undefined, { callback_url: "https://app.example.com/done" });
    expect(account).toMatchObject({
      status: "INITIATED",
      redirect_url: expect.stringMatching(/^http:\/\/localhost:3000\/link\/lk_[A-Za-z0-9_-]{22}$/),
      connectionData: {
        authScheme: "OAUTH2",
        val: { status: "INITIATED", callback_url: "https://app.example.com/done" },
      },
    });
    const waiting = await run((scope) => getConnectedAccount(scope, account.id));
    expect(waiting.state.val.redirectUrl).toBe(account.redirect_url);
    expect(waiting.status_reason).toBeNull();
    await ageAccount(account.id);
    const late = await run((scope) => getConnectedAccount(scope, account.id));
    expect(late).toMatchObject({
      status: "EXPIRED",
      status_reason: "The connection was not completed in time.",
      state: { val: { status: "EXPIRED", expired_at: "2001-09-09T01:46:40.000Z" } },
    });
    expect(late.state.val.redirectUrl).toBeUndefined();
    const token = account.redirect_url?.split("/").at(-1) ?? "";
    const links = await run(({ trx }) => trx.selectFrom("link_tokens").selectAll().execute());
    expect(JSON.stringify(links)).not.toContain(token);
  });

  test("switching off remembers the status, switching on gives it back, or EXPIRED when its time ran out", async () => {
    const ac = await config("github", { authScheme: "OAUTH2", credentials: client });
    const { id } = await connect(ac, undefined);
    const set = (enabled: boolean) => run((scope) => setConnectedAccountStatus(scope, id, enabled));
    await expect(set(true)).rejects.toMatchObject({ slug: "ConnectedAccount_NotInactive" });
    await set(false);
    await set(false);
    const off = await run((scope) => getConnectedAccount(scope, id));
    expect(off).toMatchObject({
      status: "INACTIVE",
      is_disabled: true,
      status_reason: "The account was switched off.",
    });
    await set(true);
    expect((await run((scope) => getConnectedAccount(scope, id))).status).toBe("INITIATED");
    await set(false);
    await ageAccount(id);
    await set(true);
    expect((await run((scope) => getConnectedAccount(scope, id))).status).toBe("EXPIRED");
  });

  test("a deleted account is gone for reads and keeps no secret", async () => {
    const ac = await config("stripe", { authScheme: "API_KEY" });
    const { id } = await connect(ac, { generic_api_key: secret });
    await run((scope) => deleteConnectedAccount(scope, id));
    const calls: ((scope: Scope) => Promise<unknown>)[] = [
      (scope) => getConnectedAccount(scope, id),
      (scope) => deleteConnectedAccount(scope, id),
      (scope) => setConnectedAccountStatus(scope, id, false),
    ];
    for (const work of calls) {
      await expect(run(work)).rejects.toMatchObject({ slug: "ConnectedAccount_NotFound" });
    }
    const row = await run(({ trx }) =>
      trx
        .selectFrom("connected_accounts")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirstOrThrow(),
    );
    expect(row).toMatchObject({ secrets: null, deleted_at: expect.any(Date) });
  });

  test("the list is filtered by all given values, expired accounts included, in the requested order", async () => {
    const project = await fixture.createOtherProject();
    const runInScope = <T>(work: (scope: Scope) => Promise<T>): Promise<T> =>
      runInProject(fixture.platform, project, work);
    const auth = await runInScope((scope) =>
      createAuthConfig(scope, {
        toolkit: { slug: "stripe" },
        auth_config: { type: "use_custom_auth", authScheme: "API_KEY" },
      }),
    );
    const ac = auth.auth_config.id;
    const ids: string[] = [];
    for (const user_id of ["a", "b", "c"]) {
      const link = await runInScope((scope) =>
        createConnectionLink(scope, { auth_config_id: ac, user_id }),
      );
      ids.push(link.connected_account_id);
      // Lists order by the millisecond of creation, and within a millisecond by a random id.
      await sleep(10);
    }
    const [a = "", b = "", c = ""] = ids;
    const list = async (filter: Query<"listConnectedAccounts">): Promise<string[]> => {
      const page = await runInScope((scope) => listConnectedAccounts(scope, filter, parsePage({})));
      expect(page.total_items).toBe(page.items.length);
      return page.items.map((item) => item.id);
    };
    expect(await list({ order_direction: "asc" })).toEqual(ids);
    expect(await list({})).toEqual(ids.toReversed());
    await runInScope(({ trx }) =>
      trx
        .updateTable("connected_accounts")
        .set({ waits_until: new Date(0) })
        .where("id", "=", b)
        .execute(),
    );
    expect(await list({ statuses: ["EXPIRED"] })).toEqual([b]);
    expect(await list({ statuses: ["INITIATED"] })).toEqual([c, a]);
    expect(await list({ user_ids: ["a", "c"], connected_account_ids: [a, b] })).toEqual([a]);
    expect(await list({ toolkit_slugs: ["stripe"], auth_config_ids: [ac] })).toHaveLength(3);
    await runInScope((scope) => setConnectedAccountStatus(scope, a, false));
    expect((await list({ order_by: "updated_at" }))[0]).toBe(a);
    expect(await list({ toolkit_slugs: ["github"] })).toEqual([]);
    await expect(list({ toolkit_slugs: ["unknown"] })).rejects.toMatchObject({
      slug: "Toolkit_NotFound",
    });
    const many = Array.from({ length: 201 }, (_, index) => `u${index}`);
    await expect(list({ user_ids: many })).rejects.toMatchObject({
      slug: "ConnectedAccount_TooManyFilterValues",
    });
  });
});
