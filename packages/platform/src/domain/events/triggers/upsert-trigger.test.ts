import { describe, expect, test } from "vitest";
import { connectStripe } from "../../../testing/connect-stripe.ts";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { testTriggerType } from "../../../testing/test-trigger-type.ts";
import { pollKind } from "../../accounts/connected-accounts/changing/account-triggers.ts";
import { getConnectedAccount } from "../../accounts/connected-accounts/read-connected-accounts.ts";
import { setConnectedAccountStatus } from "../../accounts/connected-accounts/set-connected-account-status.ts";
import { getNanoId } from "../../migration/get-nano-id.ts";
import { deleteConnectedAccount } from "../../removal/delete-connected-account.ts";
import { eraseUser } from "../../removal/erase-user.ts";
import { deleteTrigger } from "./delete-trigger.ts";
import { listTriggers } from "./read-triggers.ts";
import { setTriggerStatus } from "./set-trigger-status.ts";
import { upsertTrigger } from "./upsert-trigger.ts";

const type = await testTriggerType("stripe");

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run } = fixture;

  const connect = async (user = "ada"): Promise<string> =>
    (await run((scope) => connectStripe(scope, user))).id;
  const upsert = (account: string, config: Record<string, unknown> = { list: "a" }) =>
    run((scope) => upsertTrigger(scope, { type, account, config, toolkitVersion: null }));
  const countPolls = (): Promise<number> =>
    run(async ({ trx }) => {
      const jobs = await trx.selectFrom("jobs").select("id").where("kind", "=", pollKind).execute();
      return jobs.length;
    });

  test("fifty upserts of one configuration at once make one row, and one of them is new", async () => {
    const account = await connect();
    const orders = [
      { list: "a", depth: 1, interval: 60 },
      { interval: 900, depth: 1, list: "a" },
    ];
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, index) => upsert(account, orders[index % 2])),
    );
    expect(made.filter(({ previous }) => previous === "absent")).toHaveLength(1);
    expect(new Set(made.map(({ row }) => row.id)).size).toBe(1);
    const rows = await run(({ trx }) =>
      trx
        .selectFrom("trigger_instances")
        .select("id")
        .where("connected_account_id", "=", account)
        .execute(),
    );
    expect(rows).toHaveLength(1);
  });

  test("one that was switched off is enabled by an upsert, and its interval is updated", async () => {
    const account = await connect();
    const { row } = await upsert(account, { list: "a", interval: 60 });
    const polls = await countPolls();
    await run((scope) => setTriggerStatus(scope, row.id, "disable"));
    expect(await countPolls()).toBe(polls - 1);
    await expect(run((scope) => setTriggerStatus(scope, row.id, "disable"))).rejects.toThrow(
      "Trigger_AlreadyInState",
    );
    const again = await upsert(account, { list: "a", interval: 120 });
    expect(again).toMatchObject({
      previous: "disabled",
      row: { id: row.id, disabled_at: null, config: { list: "a", interval: 120 } },
    });
    expect(await countPolls()).toBe(polls);
    await expect(run((scope) => setTriggerStatus(scope, row.id, "enable"))).rejects.toThrow(
      "Trigger_AlreadyInState",
    );
  });

  test("an account that is unknown, of another toolkit, deleted or not ACTIVE is refused", async () => {
    await expect(upsert("ca_000000000000")).rejects.toThrow("Trigger_AccountNotFound");
    await expect(upsert(crypto.randomUUID())).rejects.toThrow("Trigger_AccountNotFound");
    const account = await connect();
    const other = await testTriggerType("github");
    await expect(
      run((scope) =>
        upsertTrigger(scope, { type: other, account, config: {}, toolkitVersion: null }),
      ),
    ).rejects.toThrow("Trigger_AccountNotFound");
    await run((scope) => setConnectedAccountStatus(scope, account, false));
    await expect(upsert(account)).rejects.toThrow("Trigger_AccountNotActive");
    await run((scope) => deleteConnectedAccount(scope, account));
    await expect(upsert(account)).rejects.toThrow("Trigger_AccountDeleted");
  });

  test("an account may be named by its legacy UUID", async () => {
    const account = await connect();
    const { deprecated } = await run((scope) => getConnectedAccount(scope, account));
    const { row } = await upsert(deprecated?.uuid ?? "");
    expect(row.connected_account_id).toBe(account);
  });

  test("one that is deleted, by itself or with its account, leaves a tombstone and no poll", async () => {
    const account = await connect();
    const polls = await countPolls();
    const first = await upsert(account);
    const second = await upsert(account, { list: "b" });
    await run((scope) => deleteTrigger(scope, first.row.id));
    await expect(run((scope) => deleteTrigger(scope, first.row.id))).rejects.toThrow(
      "Trigger_InstanceNotFound",
    );
    await run((scope) => deleteConnectedAccount(scope, account));
    for (const { row } of [first, second]) {
      const found = run((scope) => getNanoId(scope, row.uuid, "TRIGGER_INSTANCE"));
      await expect(found).rejects.toThrow("Migration_Deleted");
    }
    const left = await run(({ trx }) =>
      trx
        .selectFrom("trigger_instances")
        .select(["config", "secrets", "token_hash"])
        .where("connected_account_id", "=", account)
        .execute(),
    );
    const nothing = { config: {}, secrets: null, token_hash: null };
    expect(left).toEqual([nothing, nothing]);
    expect(await countPolls()).toBe(polls);
  });

  test("the instances of a user are erased with the user, tombstones too", async () => {
    const account = await connect("gone");
    const polls = await countPolls();
    const { row } = await upsert(account);
    await upsert(account, { list: "b" });
    await run((scope) => deleteTrigger(scope, row.id));
    const { erased } = await run((scope) => eraseUser(scope, "gone"));
    expect(erased).toMatchObject({ trigger_instances: 2, connected_accounts: 1 });
    expect(await countPolls()).toBe(polls);
    const found = run((scope) => getNanoId(scope, row.uuid, "TRIGGER_INSTANCE"));
    await expect(found).rejects.toThrow("Migration_NotFound");
  });

  describe("for a toolkit without authentication", async () => {
    const open = await testTriggerType("hackernews");
    const listen = (userId?: string, account?: string) =>
      run((scope) =>
        upsertTrigger(scope, {
          ...{ type: open, account, userId, config: { list: "a" } },
          toolkitVersion: null,
        }),
      );

    test("an instance needs no account, and is one for each user", async () => {
      const made = await Promise.all(Array.from({ length: 20 }, () => listen("una")));
      expect(made.filter(({ previous }) => previous === "absent")).toHaveLength(1);
      const { row } = await listen("una");
      expect(row).toMatchObject({ connected_account_id: null, user_id: "una" });
      const other = await listen();
      expect(other).toMatchObject({ previous: "absent", row: { user_id: "default" } });
      const { items } = await run((scope) =>
        listTriggers(scope, { userIds: ["una"], showDisabled: false }, { page: 1, limit: 10 }),
      );
      expect(items).toMatchObject([
        { id: row.id, connected_account_id: null, connected_account_uuid: null, user_id: "una" },
      ]);
      await run((scope) => setTriggerStatus(scope, row.id, "disable"));
      const polls = await countPolls();
      await run((scope) => setTriggerStatus(scope, row.id, "enable"));
      expect(await countPolls()).toBe(polls + 1);
      await run((scope) => deleteTrigger(scope, row.id));
      expect((await listen("una")).previous).toBe("absent");
      const { erased } = await run((scope) => eraseUser(scope, "una"));
      expect(erased).toMatchObject({ trigger_instances: 2, connected_accounts: 0 });
      expect(await countPolls()).toBe(polls);
    });

    test("upserts and deletions of one instance at once never fail", async () => {
      const found = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const { row } = await listen("busy");
          await run((scope) => deleteTrigger(scope, row.id)).catch(({ slug }) =>
            expect(slug).toBe("Trigger_InstanceNotFound"),
          );
          return row.user_id;
        }),
      );
      expect(new Set(found)).toEqual(new Set(["busy"]));
    });

    test("an account of the user may still be named, and `user_id` has to be its user", async () => {
      const account = await connect("eve");
      expect((await listen(undefined, account)).row).toMatchObject({
        connected_account_id: account,
        user_id: "eve",
      });
      expect((await listen("eve", account)).previous).toBe("enabled");
      await expect(listen("bob", account)).rejects.toMatchObject({
        slug: "Validation_Failed",
        errors: [expect.stringMatching(/^body\.user_id: /)],
      });
    });
  });

  test("a toolkit with authentication needs an account", async () => {
    const wanted = { type, account: undefined, userId: "una", config: {}, toolkitVersion: null };
    await expect(run((scope) => upsertTrigger(scope, wanted))).rejects.toMatchObject({
      slug: "Validation_Failed",
      errors: ["body.connected_account_id: required"],
    });
  });
});
