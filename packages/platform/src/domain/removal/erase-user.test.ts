import { describe, expect, test } from "vitest";
import { connectStripe } from "../../testing/connect-stripe.ts";
import { useDomainFixture } from "../../testing/domain-fixture.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { recordExecution, testExecution } from "../../testing/test-execution.ts";
import { deleteConnectedAccount } from "./delete-connected-account.ts";
import { eraseUser } from "./erase-user.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run, createOtherProject: newProject } = fixture;

  test("everything of a user is erased, deleted accounts and logs by account included, and nobody else's", async () => {
    const project = await newProject();
    await run(async (scope) => {
      const kept = await connectStripe(scope, "other");
      const mine = await connectStripe(scope, "gone");
      const deleted = await connectStripe(scope, "gone");
      await deleteConnectedAccount(scope, deleted.id);
      await recordExecution(scope, testExecution({ user_id: "gone" }));
      await recordExecution(scope, testExecution({ user_id: null, connected_account_id: mine.id }));
      await recordExecution(
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
