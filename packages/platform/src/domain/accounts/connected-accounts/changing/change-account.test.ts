import { beforeAll, describe, expect, test, vi } from "vitest";
import { accountKey, createConnect } from "../../../../testing/connect.ts";
import { useDomainFixture } from "../../../../testing/domain-fixture.ts";
import { createLinkFixture } from "../../../../testing/link-fixture.ts";
import { testDatabases } from "../../../../testing/test-database.ts";
import type { Scope } from "../../../scope.ts";
import { lockAccount, openAccount } from "../open-account.ts";
import type { AccountEvent } from "./account-events.ts";
import { changeAccount } from "./change-account.ts";
import { leaseRefresh } from "./lease-refresh.ts";
import { endAccount } from "./remove-accounts.ts";

const tokens = { access_token: "at-0123456789", refresh_token: "rt-0123456789", expires_in: 3600 };
const granted: AccountEvent = { type: "grant_succeeded", purpose: "connect", tokens };

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run } = fixture;
  const { link } = createLinkFixture(fixture);
  const connect = createConnect(fixture);
  let github: string;
  let stripe: string;
  beforeAll(async () => {
    github = await fixture.createAuthConfig("github");
    stripe = await fixture.createConfig("stripe", { authScheme: "API_KEY" });
  });

  const createWaiting = async (): Promise<string> => (await link(github)).accountId;
  const createActive = async (): Promise<string> =>
    (await connect(stripe, { generic_api_key: accountKey })).id;
  const changeWith = (id: string, event: AccountEvent) =>
    run(async (scope) => await changeAccount(scope, await lockAccount(scope, id), event));
  const readStored = (id: string) =>
    run(async ({ trx }) =>
      trx.selectFrom("connected_accounts").selectAll().where("id", "=", id).executeTakeFirst(),
    );
  const readJobKinds = async (id: string): Promise<readonly string[]> => {
    const jobs = await run(({ trx }) =>
      trx.selectFrom("jobs").select("kind").where("unique_key", "=", id).execute(),
    );
    return jobs.map(({ kind }) => kind);
  };

  test("an event that the table refuses writes nothing", async () => {
    const id = await createActive();
    const before = await readStored(id);
    expect(await changeWith(id, granted)).toEqual({
      kind: "refused",
      refusal: "callback_does_not_count",
    });
    expect(await changeWith(id, { type: "switched_on" })).toMatchObject({ kind: "refused" });
    expect(await readStored(id)).toEqual(before);
  });

  test("a change of the secrets counts both versions, and the answer has the account as it is then", async () => {
    const id = await createActive();
    const before = await readStored(id);
    await run(async (scope) => {
      const account = await lockAccount(scope, id);
      const added = { val: { region: "eu" } };
      const changed = await changeAccount(scope, account, { type: "credentials_changed" }, added);
      if (changed.kind !== "changed") {
        throw new Error("not changed");
      }
      const again = await openAccount(scope, id);
      expect(again.row).toEqual({ ...changed.account.row, ...again.row });
      expect(changed.account.openSecrets()).toEqual(again.openSecrets());
      expect(again.openSecrets().val).toEqual({
        generic_api_key: accountKey,
        region: "eu",
      });
    });
    expect(await readStored(id)).toMatchObject({
      status: "ACTIVE",
      version: (before?.version ?? 0) + 1,
      secrets_version: (before?.secrets_version ?? 0) + 1,
    });
  });

  test("an account that was changed since it was read cannot be overwritten with its earlier state", async () => {
    const id = await createActive();
    const changeTwice = async (scope: Scope): Promise<void> => {
      const account = await lockAccount(scope, id);
      for (const region of ["eu", "us"]) {
        await changeAccount(scope, account, { type: "credentials_changed" }, { val: { region } });
      }
    };
    await expect(run(changeTwice)).rejects.toThrow(/without their next version/);
  });

  test("an account whose envelope cannot be read can be switched off and on, because neither opens it", async () => {
    const id = await createActive();
    const opening = vi.spyOn(fixture.platform.secrets, "open");
    try {
      await changeWith(id, { type: "switched_off" });
      expect(await changeWith(id, { type: "switched_on" })).toMatchObject({ kind: "changed" });
      expect(opening).not.toHaveBeenCalled();
    } finally {
      opening.mockRestore();
    }
    expect(await readStored(id)).toMatchObject({ status: "ACTIVE", remembered_status: null });
  });

  test("jobs follow the account: it expires while it waits, is refreshed once it has tokens, and ends without any", async () => {
    const id = await createWaiting();
    expect(await readJobKinds(id)).toEqual(["connected_account.expire"]);
    await changeWith(id, granted);
    expect(await readJobKinds(id)).toEqual(["connected_account.refresh"]);
    await run(async (scope) => endAccount(scope, await lockAccount(scope, id)));
    expect(await readJobKinds(id)).toEqual([]);
    expect(await readStored(id)).toMatchObject({ secrets: null, deleted_at: expect.any(Date) });
  });

  test("members of `state.val` that belong to a status come and go with it", async () => {
    const readVal = (id: string) =>
      run(async (scope) => (await (await openAccount(scope, id)).openSecrets()).val);
    const id = await createWaiting();
    expect(await readVal(id)).toMatchObject({ redirectUrl: expect.any(String) });
    const refusal = { error: "access_denied", errorDescription: "No." };
    await changeWith(id, { type: "grant_failed", purpose: "connect", ...refusal });
    const refused = await readVal(id);
    expect(refused).toMatchObject({ error: "access_denied", error_description: "No." });
    expect(refused).not.toHaveProperty("redirectUrl");
    await changeWith(id, { type: "refresh_succeeded", tokens });
    expect(await readVal(id)).not.toHaveProperty("error");
    await changeWith(id, { type: "refresh_refused", reason: "The application refused." });
    expect(await readVal(id)).toMatchObject({ ...tokens, expired_at: expect.any(String) });
    expect(await readStored(id)).toMatchObject({ status: "EXPIRED" });
  });

  test("only one of several processes that read an account may refresh it, and none after it was changed", async () => {
    const id = await createWaiting();
    await changeWith(id, granted);
    const read = () => run((scope) => openAccount(scope, id));
    const owners = ["6f5ca1a8-2a3f-4c53-9b1a-000000000001", "6f5ca1a8-2a3f-4c53-9b1a-000000000002"];
    const lease = (account: Awaited<ReturnType<typeof read>>, owner: string) =>
      run((scope) => leaseRefresh(scope, account, { owner, ms: 30_000 }));
    const both = [await read(), await read()] as const;
    const given = await Promise.all(
      owners.map((owner, each) => lease(both[each] ?? both[0], owner)),
    );
    expect(given.toSorted()).toEqual([false, true]);
    const before = await read();
    await changeWith(id, { type: "refresh_succeeded", tokens });
    expect((await readStored(id))?.refresh_until).toBeNull();
    expect(await lease(before, owners[0] ?? "")).toBe(false);
    expect(await lease(await read(), owners[0] ?? "")).toBe(true);
  });
});
