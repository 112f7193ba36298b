import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createConnect } from "../../../../testing/connect.ts";
import { useDomainFixture } from "../../../../testing/domain-fixture.ts";
import { testDatabases } from "../../../../testing/test-database.ts";
import { parsePage } from "../../../lists/cursors.ts";
import { deleteAuthConfig } from "../../../removal/delete-auth-config.ts";
import { deleteConnectedAccount } from "../../../removal/delete-connected-account.ts";
import type { Scope } from "../../../scope.ts";
import { listAuthConfigs } from "../../auth-configs/read-auth-configs.ts";
import { setAuthConfigStatus } from "../../auth-configs/set-auth-config-status.ts";
import { listConnectedAccounts } from "../read-connected-accounts.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run, createConfig } = fixture;
  const connect = createConnect(fixture);
  const key = { generic_api_key: "key-0123456789" };
  const countTotal = (filter: Parameters<typeof listConnectedAccounts>[1]): Promise<number> =>
    run(async (scope) => (await listConnectedAccounts(scope, filter, parsePage({}))).total_items);

  test("lists say how many accounts there are after changes at the same time and changes that are undone", async () => {
    const [one, other] = [
      await createConfig("stripe", { authScheme: "API_KEY" }),
      await createConfig("stripe", { authScheme: "API_KEY" }),
    ];
    const accounts = await Promise.all(
      Array.from({ length: 12 }, (_, index) => connect(index % 2 === 0 ? one : other, key)),
    );
    const remove = (id: string | undefined) =>
      run((scope) => deleteConnectedAccount(scope, id ?? ""));
    await Promise.all(accounts.slice(0, 4).map(({ id }) => remove(id)));
    const undone = run(async (scope) => {
      await deleteConnectedAccount(scope, accounts[5]?.id ?? "");
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    const readTotals = () =>
      Promise.all([
        countTotal({}),
        countTotal({ auth_config_ids: [one] }),
        countTotal({ auth_config_ids: [one, other] }),
        countTotal({ toolkit_slugs: ["stripe"] }),
        countTotal({ toolkit_slugs: ["github"] }),
        countTotal({ statuses: ["ACTIVE"] }),
      ]);
    expect(await readTotals()).toEqual([8, 4, 8, 8, 0, 8]);
    await run((scope) => deleteAuthConfig(scope, one));
    expect(await readTotals()).toEqual([4, 0, 4, 4, 0, 4]);
    const configs = await run((scope) => listAuthConfigs(scope, {}, parsePage({})));
    expect(configs.items.map(({ id, no_of_connections }) => [id, no_of_connections])).toEqual([
      [other, 4],
    ]);
  });

  test("accounts of a status are counted as they are listed, expired ones included", async () => {
    const config = await createConfig("stripe", { authScheme: "API_KEY" });
    const stored = [
      ["ACTIVE", null],
      ["FAILED", null],
      ["EXPIRED", null],
      ["INITIALIZING", "1 minute"],
      ["INITIALIZING", "-1 minute"],
      ["INITIATED", "1 minute"],
      ["INITIATED", "-1 minute"],
      ["INITIATED", "-1 hour"],
      ["ACTIVE", "-1 hour"],
    ] as const;
    for (const [status, wait] of stored) {
      const { id } = await connect(config, key);
      await run(({ trx }) =>
        sql`update connected_accounts set status = ${status},
          waits_until = now() + ${wait}::interval where id = ${id}`.execute(trx),
      );
    }
    const statuses = [
      "INITIALIZING",
      "INITIATED",
      "ACTIVE",
      "FAILED",
      "EXPIRED",
      "INACTIVE",
    ] as const;
    const list = async (filter: Parameters<typeof listConnectedAccounts>[1]) =>
      await run((scope) =>
        listConnectedAccounts(scope, { auth_config_ids: [config], ...filter }, parsePage({})),
      );
    const { items: all } = await list({});
    expect(all.map(({ status }) => status).sort()).toEqual([
      ...["ACTIVE", "ACTIVE", "EXPIRED", "EXPIRED", "EXPIRED", "EXPIRED"],
      ...["FAILED", "INITIALIZING", "INITIATED"],
    ]);
    for (let chosen = 1; chosen < 2 ** statuses.length; chosen += 1) {
      const wanted = statuses.filter((_, bit) => (chosen & (1 << bit)) !== 0);
      const { items, total_items } = await list({ statuses: wanted });
      const expected = all.filter(({ status }) => wanted.some((each) => each === status));
      expect([wanted, items, total_items]).toEqual([wanted, expected, expected.length]);
    }
  });

  test("auth configs are counted as they are listed", async () => {
    const one = await createConfig("stripe", { authScheme: "API_KEY" });
    await createConfig("forge", { authScheme: "API_KEY" });
    const gone = await createConfig("forge", { authScheme: "API_KEY" });
    await run((scope) => deleteAuthConfig(scope, gone));
    await run((scope) => setAuthConfigStatus(scope, one, "DISABLED"));
    for (const filter of [
      {},
      { show_disabled: true },
      { toolkit_slug: "stripe", show_disabled: true },
      { toolkit_slug: "stripe" },
      { is_platform_managed: true },
      { is_platform_managed: false, show_disabled: true },
      { search: "stri", show_disabled: true },
    ]) {
      const { items, total_items } = await run((scope) =>
        listAuthConfigs(scope, filter, parsePage({ limit: 1000 })),
      );
      expect([filter, total_items]).toEqual([filter, items.length]);
    }
  });

  test("many changes leave few rows, whose sum is exact", async () => {
    const config = await createConfig("stripe", { authScheme: "API_KEY" });
    const made = await Promise.all([1, 2, 3, 4].map(() => connect(config, key)));
    // Each transaction deletes its account and brings it back 100 times. The seed makes its chances the same in each run.
    const toggle = ({ trx }: Scope, id: string) =>
      sql
        .raw(`do $$ begin perform setseed(0.5); for round in 1..200 loop
          update connected_accounts set deleted_at = case when deleted_at is null then now() end where id = '${id}';
        end loop; end $$`)
        .execute(trx);
    await Promise.all(made.map(({ id }) => run((scope) => toggle(scope, id))));
    const rows = await run(({ trx }) =>
      trx.selectFrom("account_counts").selectAll().where("auth_config_id", "=", config).execute(),
    );
    expect(rows.reduce((sum, { accounts }) => sum + accounts, 0)).toBe(4);
    // Each of the 800 changes adds the rows up with a chance of one in fifty.
    expect(rows.length).toBeLessThan(667);
  });
});
