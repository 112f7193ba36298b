import { describe, expect, test } from "vitest";
import { useDomainFixture } from "../testing/domain-fixture.ts";
import { testDatabases } from "../testing/test-database.ts";
import { createAuthConfig } from "./accounts/auth-configs/create-auth-config.ts";
import { getConnectedAccount } from "./accounts/connected-accounts/read-connected-accounts.ts";
import { createConnectionLink } from "./accounts/connecting/create-connected-account.ts";
import { createJobKinds } from "./job-handlers.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run } = fixture;

  test("the job of an unfinished connection stores its expiry, and finds nothing to do for a completed one", async () => {
    const link = await run(async (scope) => {
      const { auth_config } = await createAuthConfig(scope, {
        toolkit: { slug: "stripe" },
        auth_config: { type: "use_custom_auth", authScheme: "API_KEY" },
      });
      return createConnectionLink(scope, { auth_config_id: auth_config.id, user_id: "late" });
    });
    const id = link.connected_account_id;
    const kinds = createJobKinds(fixture.platform, {
      files: { remove: async () => {}, removeProject: async () => {} },
      refresher: { getTokens: () => Promise.reject(new Error("not asked")) },
      revoke: () => Promise.reject(new Error("not asked")),
      pollApplication: () => Promise.reject(new Error("Nothing is polled.")),
      registerHook: () => Promise.reject(new Error("Nothing is registered.")),
      removeHooks: () => Promise.reject(new Error("Nothing is removed.")),
      sendWebhook: () => Promise.reject(new Error("not asked")),
    });
    const expire = async (): Promise<string> => {
      await kinds["connected_account.expire"]?.run(
        {
          projectId: fixture.projectId,
          id: "job_1",
          kind: "connected_account.expire",
          payload: { id },
          attempt: 1,
        },
        {
          database: fixture.platform.database,
          signal: new AbortController().signal,
          lease: { worker: crypto.randomUUID(), projectId: "", id: "job_1", attempt: 1 },
          finish: async () => {},
          finishWith: async () => {},
        },
      );
      const row = await run(({ trx }) =>
        trx
          .selectFrom("connected_accounts")
          .select("status")
          .where("id", "=", id)
          .executeTakeFirstOrThrow(),
      );
      return row.status;
    };
    expect(await expire()).toBe("INITIATED");
    await run(({ trx }) =>
      trx
        .updateTable("connected_accounts")
        .set({ waits_until: new Date(1e12) })
        .where("id", "=", id)
        .execute(),
    );
    expect(await expire()).toBe("EXPIRED");
    const { state } = await run((scope) => getConnectedAccount(scope, id));
    expect(state.val).toMatchObject({ status: "EXPIRED", expired_at: "2001-09-09T01:46:40.000Z" });
  });
});
