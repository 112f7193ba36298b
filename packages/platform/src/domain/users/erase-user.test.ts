import { beforeAll, describe, expect, test } from "vitest";
import { createDomainFixture, type DomainFixture } from "../../testing/domain-fixture.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { testExecution } from "../../testing/test-execution.ts";
import { createAuthConfig } from "../auth-configs/create-auth-config.ts";
import { createConnectedAccount } from "../connected-accounts/create-connected-account.ts";
import { deleteConnectedAccount } from "../connected-accounts/delete-connected-account.ts";
import { writeToolExecutionLog } from "../logs/tool-execution-logs.ts";
import { inProject, type Scope } from "../scope.ts";
import { eraseUser } from "./erase-user.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  let fixture: DomainFixture;
  beforeAll(async () => {
    fixture = await createDomainFixture(open);
  });
  const run = <T>(work: (scope: Scope) => Promise<T>, id = fixture.projectId): Promise<T> =>
    inProject(fixture.platform, id, work);
  const newProject = (): Promise<string> => fixture.createOtherProject();
  const connect = (scope: Scope, user_id: string) =>
    createAuthConfig(scope, {
      toolkit: { slug: "stripe" },
      auth_config: { type: "use_custom_auth", authScheme: "API_KEY" },
    }).then(({ auth_config }) =>
      createConnectedAccount(scope, {
        auth_config,
        connection: { user_id, state: { authScheme: "API_KEY", val: { generic_api_key: "k" } } },
      }),
    );

  test("everything of a user is erased, deleted accounts and logs by account included, and nobody else's", async () => {
    const project = await newProject();
    await run(async (scope) => {
      const kept = await connect(scope, "other");
      const mine = await connect(scope, "gone");
      const deleted = await connect(scope, "gone");
      await deleteConnectedAccount(scope, deleted.id);
      await writeToolExecutionLog(scope, testExecution({ user_id: "gone" }));
      await writeToolExecutionLog(
        scope,
        testExecution({ user_id: null, connected_account_id: mine.id }),
      );
      await writeToolExecutionLog(
        scope,
        testExecution({ user_id: "other", connected_account_id: kept.id }),
      );
    }, project);
    const erased = {
      trigger_instances: 0,
      mcp_instances: 0,
      tool_router_sessions: 0,
      events: 0,
      files: 0,
    };
    expect(await run((scope) => eraseUser(scope, "gone"), project)).toEqual({
      user_id: "gone",
      erased: { ...erased, connected_accounts: 2, logs: 2 },
    });
    expect(await run((scope) => eraseUser(scope, "gone"), project)).toEqual({
      user_id: "gone",
      erased: { ...erased, connected_accounts: 0, logs: 0 },
    });
    const left = await run(async ({ trx }) => {
      const accounts = await trx.selectFrom("connected_accounts").select("user_id").execute();
      const logs = await trx.selectFrom("tool_execution_logs").select("user_id").execute();
      return [accounts, logs];
    }, project);
    expect(left).toEqual([[{ user_id: "other" }], [{ user_id: "other" }]]);
  });
});
