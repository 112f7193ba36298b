import { describe, expect, test } from "vitest";
import { parsePage } from "../../domain/lists/pages.ts";
import { createExecutionLog } from "../../domain/logs/execution-log.ts";
import { listToolExecutionLogs } from "../../domain/logs/tool-execution-logs.ts";
import { PlatformError } from "../../errors.ts";
import { useDomainFixture } from "../../testing/domain-fixture.ts";
import { insertSampleAccount } from "../../testing/fill-accounts.ts";
import { testDatabases } from "../../testing/test-database.ts";
import type { ChosenAccount } from "../choosing/choose-account.ts";
import { createAccountChooser } from "../choosing/choose-together.ts";
import { withAccount } from "../choosing/with-account.ts";
import type { ActionCaller } from "../services.ts";
import { ownTransactions } from "../transactions.ts";
import { callAndLog } from "./logged-call.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);

  /** An account of a new project, and calls through it. `prepare` works before the log begins. */
  async function connect() {
    const projectId = await fixture.createOtherProject();
    const accountId = await insertSampleAccount(fixture.platform, projectId, "forge", "API_KEY");
    const caller: ActionCaller = {
      projectId,
      catalogVersion: 0,
      requestId: "req_1",
      source: "api",
      signal: undefined,
    };
    const accounts = createAccountChooser(fixture.platform);
    const services = { executionLog: createExecutionLog(fixture.platform), warn: () => {} };
    const call = (prepare: (account: ChosenAccount | undefined) => void): Promise<string> =>
      withAccount(accounts, caller, { accountId }, (account) =>
        callAndLog<string, string>(services, caller, {
          execution: {
            tool_slug: "FORGE_GET",
            toolkit_slug: "forge",
            version: "20251120_00",
            arguments: {},
            user_id: null,
          },
          account,
          transactions: ownTransactions,
          call: async (beforeSend) => {
            prepare(account);
            await beforeSend();
            return "answered";
          },
          describe: () => ({
            successful: true,
            error: null,
            reason: null,
            status_code: 200,
            data: null,
          }),
          toResult: (answer) => answer,
        }),
      );
    const countLogs = async (): Promise<number> => {
      const { logs } = await fixture.run(
        (scope) => listToolExecutionLogs(scope, {}, parsePage({})),
        projectId,
      );
      return logs.length;
    };
    return { call, countLogs };
  }

  test("a call that fails because of a recalled account is made with the account as it is now", async () => {
    const { call, countLogs } = await connect();
    await call(() => {});
    const marks: (string | undefined)[] = [];
    const answer = await call((account) => {
      marks.push(account?.recalledMark);
      if (account?.recalledMark !== undefined) {
        throw new Error("the host of the recalled account is refused");
      }
    });
    expect([answer, marks]).toEqual(["answered", [expect.any(String), undefined]]);
    expect(await countLogs()).toBe(2);
  });

  test("a call that is refused before it is sent is refused with its own error, and is not logged", async () => {
    const { call, countLogs } = await connect();
    await call(() => {});
    const refused = call(() => {
      throw new PlatformError("ToolExecution_ArgumentsInvalid");
    });
    await expect(refused).rejects.toMatchObject({ slug: "ToolExecution_ArgumentsInvalid" });
    expect(await countLogs()).toBe(1);
  });
});
