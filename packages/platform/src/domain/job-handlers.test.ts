import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { createDiskStore } from "../base/files/disk-store.ts";
import type { FileStore } from "../base/files/file-store.ts";
import { RetryLaterError } from "../base/jobs/job-types.ts";
import { useDomainFixture } from "../testing/domain-fixture.ts";
import { testDatabases } from "../testing/test-database.ts";
import { createAuthConfig } from "./accounts/auth-configs/create-auth-config.ts";
import { getConnectedAccount } from "./accounts/connected-accounts/read-connected-accounts.ts";
import { createConnectionLink } from "./accounts/connecting/create-connected-account.ts";
import { createJobKinds } from "./job-handlers.ts";
import { eraseProjectKind } from "./removal/delete-project.ts";

/** Files that no test removes. */
const noFiles = { remove: async () => {}, removeProject: async () => {} };

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run } = fixture;

  /** Runs a job of this kind as a worker does. Its calls to the outside fail. */
  const runJob = async (
    kind: string,
    projectId: string,
    payload: Readonly<Record<string, unknown>>,
    files: Pick<FileStore, "remove" | "removeProject"> = noFiles,
  ): Promise<void> => {
    const kinds = createJobKinds(fixture.platform, {
      files,
      refresher: { getTokens: () => Promise.reject(new Error("not asked")) },
      revoke: () => Promise.reject(new Error("not asked")),
      pollApplication: () => Promise.reject(new Error("Nothing is polled.")),
      registerHook: () => Promise.reject(new Error("Nothing is registered.")),
      removeHooks: () => Promise.reject(new Error("Nothing is removed.")),
      sendWebhook: () => Promise.reject(new Error("not asked")),
    });
    await kinds[kind]?.run(
      { projectId, id: "job_1", kind, payload, attempt: 1 },
      {
        database: fixture.platform.database,
        signal: new AbortController().signal,
        lease: { worker: crypto.randomUUID(), projectId: "", id: "job_1", attempt: 1 },
        finish: async () => {},
        finishWith: async () => {},
      },
    );
  };

  test("the bytes of a deleted project's files are removed 30 days later, and those of others stay", async () => {
    const folder = mkdtempSync(join(tmpdir(), "platform-files-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const store = createDiskStore(folder);
    const [doomed, other] = [
      await fixture.createOtherProject(),
      await fixture.createOtherProject(),
    ];
    async function* read(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("a");
    }
    for (const projectId of [doomed, other]) {
      const received = await store.receive(read());
      await received.keep({ projectId, fileId: "req_file_000000000001" });
    }
    const erase = (): Promise<void> => runJob(eraseProjectKind, doomed, {}, store);
    const hasFiles = (projectId: string): boolean => existsSync(join(folder, projectId));
    const setAge = (age: string): Promise<unknown> =>
      run(
        ({ trx }) =>
          sql`update projects set deleted_at = now() - ${sql.lit(age)}::interval where id = ${doomed}`.execute(
            trx,
          ),
        doomed,
      );
    await erase();
    await setAge("29 days 23 hours");
    await expect(erase()).rejects.toThrow(RetryLaterError);
    expect([hasFiles(doomed), hasFiles(other)]).toEqual([true, true]);
    // Stored times are rounded to a millisecond, also up.
    await setAge("30 days 1 second");
    await erase();
    expect([hasFiles(doomed), hasFiles(other)]).toEqual([false, true]);
  });

  test("the job of an unfinished connection stores its expiry, and finds nothing to do for a completed one", async () => {
    const link = await run(async (scope) => {
      const { auth_config } = await createAuthConfig(scope, {
        toolkit: { slug: "stripe" },
        auth_config: { type: "use_custom_auth", authScheme: "API_KEY" },
      });
      return createConnectionLink(scope, { auth_config_id: auth_config.id, user_id: "late" });
    });
    const id = link.connected_account_id;
    const expire = async (): Promise<string> => {
      await runJob("connected_account.expire", fixture.projectId, { id });
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
