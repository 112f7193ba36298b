import { describe, expect, test } from "vitest";
import { PlatformError } from "../../base/errors.ts";
import { parsePage } from "../../domain/lists/cursors.ts";
import { createExecutionLog } from "../../domain/logs/execution-log.ts";
import { listToolExecutionLogs } from "../../domain/logs/tool-execution-logs.ts";
import { useDomainFixture } from "../../testing/domain-fixture.ts";
import { insertSampleAccount } from "../../testing/fill-accounts.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { createAccountChooser } from "../choosing/choose-together.ts";
import type { ActionCaller, Services } from "../services.ts";
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
    const services = {
      executionLog: createExecutionLog(fixture.platform),
      // An account with a key has no tokens.
      tokens: {} as Services["tokens"],
      warn: () => {},
    };
    const call = async (prepare: () => void): Promise<string> =>
      callAndLog<string, string>(services, caller, {
        execution: {
          tool_slug: "FORGE_GET",
          toolkit_slug: "forge",
          version: "20251120_00",
          arguments: {},
          user_id: null,
        },
        account: await accounts.choose(caller, { accountId }),
        key: undefined,
        build: () => {
          prepare();
          return async () => "answered";
        },
        describe: () => ({
          successful: true,
          error: null,
          reason: null,
          status_code: 200,
          data: null,
        }),
        toResult: (answer) => answer,
      });
    const countLogs = async (): Promise<number> => {
      const { logs } = await fixture.run(
        (scope) => listToolExecutionLogs(scope, {}, parsePage({})),
        projectId,
      );
      return logs.length;
    };
    return { call, countLogs };
  }

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
