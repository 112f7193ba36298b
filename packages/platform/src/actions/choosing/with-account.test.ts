import { describe, expect, test } from "vitest";
import { setAuthConfigStatus } from "../../domain/accounts/auth-configs/set-auth-config-status.ts";
import { setConnectedAccountStatus } from "../../domain/accounts/connected-accounts/set-connected-account-status.ts";
import { AccountChangedError, createExecutionLog } from "../../domain/logs/execution-log.ts";
import { deleteConnectedAccount } from "../../domain/removal/delete-connected-account.ts";
import type { Scope } from "../../domain/scope.ts";
import { useDomainFixture } from "../../testing/domain-fixture.ts";
import { insertSampleAccount } from "../../testing/fill-accounts.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { testExecution } from "../../testing/test-execution.ts";
import type { ChosenAccount } from "./choose-account.ts";
import { createAccountChooser } from "./choose-together.ts";
import { withAccount } from "./with-account.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);

  /** An account of a new project, and a caller who makes calls through it that are logged and not sent. */
  async function connect(mode: "API_KEY" | "OAUTH2") {
    const projectId = await fixture.createOtherProject();
    const toolkit = mode === "OAUTH2" ? "github" : "forge";
    const id = await insertSampleAccount(fixture.platform, projectId, toolkit, mode);
    const caller = { projectId, catalogVersion: 0 };
    const accounts = createAccountChooser(fixture.platform);
    const log = createExecutionLog(fixture.platform);
    const tried: (ChosenAccount | undefined)[] = [];
    const call = (): Promise<void> =>
      withAccount(accounts, caller, { accountId: id }, async (account) => {
        tried.push(account);
        const accountMark = account?.recalledMark;
        await log.begin(caller, { ...testExecution(), connected_account_id: id, accountMark });
      });
    const run = (work: (scope: Scope) => Promise<unknown>): Promise<unknown> =>
      fixture.run(work, projectId);
    return { projectId, id, caller, accounts, tried, call, run };
  }

  test.each(["API_KEY", "OAUTH2"] as const)(
    "an account of an earlier call (%s) is not read again",
    async (mode) => {
      const { tried, call } = await connect(mode);
      await call();
      await call();
      const [read, recalled] = tried;
      expect(read?.recalledMark).toBeUndefined();
      expect(recalled).toEqual({ ...read, recalledMark: expect.any(String) });
    },
  );

  test("an account that has changed since is read again, and refused when it is of no use any more", async () => {
    for (const [change, slug] of [
      [
        ({ id, run }) => run((scope) => setConnectedAccountStatus(scope, id, false)),
        "ToolExecution_AccountNotActive",
      ],
      [
        ({ tried, run }) =>
          run((scope) => setAuthConfigStatus(scope, tried[0]?.authConfigId ?? "", "DISABLED")),
        "ToolExecution_AuthConfigDisabled",
      ],
      [
        ({ id, run }) => run((scope) => deleteConnectedAccount(scope, id)),
        "ToolExecution_ConnectedAccountNotFound",
      ],
    ] satisfies [(connected: Awaited<ReturnType<typeof connect>>) => Promise<unknown>, string][]) {
      const connected = await connect("API_KEY");
      await connected.call();
      await change(connected);
      await expect(connected.call()).rejects.toMatchObject({ slug });
      expect(connected.tried).toHaveLength(2);
    }
  });

  test("an account that was switched off and on again is read again, and used", async () => {
    const { id, tried, call, run } = await connect("API_KEY");
    await call();
    await run((scope) => setConnectedAccountStatus(scope, id, false));
    await run((scope) => setConnectedAccountStatus(scope, id, true));
    await call();
    expect(tried.map((account) => account?.recalledMark)).toEqual([
      undefined,
      expect.any(String),
      undefined,
    ]);
  });

  test("only what the account may be used for is recalled, by callers who see the same catalog", async () => {
    const { id, caller, accounts, call } = await connect("API_KEY");
    const choice = { accountId: id };
    expect(accounts.recall(caller, choice)).toBeUndefined();
    await call();
    expect(accounts.recall(caller, choice)).toMatchObject({ id });
    const refused = [
      accounts.recall(caller, { accountId: id, userId: "another" }),
      accounts.recall(caller, { accountId: id, toolkitSlug: "another" }),
      accounts.recall({ ...caller, catalogVersion: 1 }, choice),
      accounts.recall({ ...caller, catalogVersion: undefined }, choice),
      accounts.recall({ ...caller, projectId: fixture.projectId }, choice),
    ];
    expect(refused).toEqual(refused.map(() => undefined));
  });

  test("a call that ends before its account was checked is made again, and another error is the answer", async () => {
    const { caller, accounts, id, call } = await connect("API_KEY");
    await call();
    const errors = [new AccountChangedError(), new Error("the second call fails")];
    const failing = withAccount(accounts, caller, { accountId: id }, async () => {
      throw errors.shift();
    });
    await expect(failing).rejects.toThrow("the second call fails");
    expect(errors).toEqual([]);
  });
});
