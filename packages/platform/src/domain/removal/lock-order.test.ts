import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { PlatformError } from "../../base/errors.ts";
import { useDomainFixture } from "../../testing/domain-fixture.ts";
import { createLinkFixture } from "../../testing/link-fixture.ts";
import { testToolkits } from "../../testing/test-catalog.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { createAuthConfig } from "../accounts/auth-configs/create-auth-config.ts";
import { beginAuthorization } from "../accounts/authorization/begin-authorization.ts";
import { createConnectionLink } from "../accounts/connecting/create-connected-account.ts";
import { submitLinkFields } from "../accounts/connecting/link-fields.ts";
import { locateLink } from "../accounts/connecting/links.ts";
import { createRefreshLink } from "../accounts/token-refresh/plan-refresh.ts";
import { createProject } from "../projects/create-project.ts";
import { runInOrganization, type Scope } from "../scope.ts";
import { deleteAuthConfig } from "./delete-auth-config.ts";
import { deleteConnectedAccount } from "./delete-connected-account.ts";
import { deleteProject } from "./delete-project.ts";
import { eraseUser } from "./erase-user.ts";
import { purgeExpired } from "./purge-expired.ts";

/**
 * Enough rounds to meet a deadlock if the order of locks is wrong: before there was an order, every second round had
 * one.
 */
const rounds = 10;

function findFailuresIn(ended: readonly PromiseSettledResult<unknown>[]): string[] {
  return ended.flatMap((end) =>
    end.status === "rejected" && !(end.reason instanceof PlatformError) ? [String(end.reason)] : [],
  );
}

const databases = testDatabases();

// Skipped without PostgreSQL. The embedded database always comes first and runs one transaction after the other.
describe.skipIf(databases.length === 1).each(databases.slice(-1))("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run } = fixture;
  const { link } = createLinkFixture(fixture);
  let key: string;
  let github: string;
  beforeAll(async () => {
    key = await fixture.createConfig("stripe", { authScheme: "API_KEY" });
    github = await fixture.createAuthConfig("github");
  });

  /** Runs calls at the same time. Returns the failures that are not our own refusals. */
  const runTogether = async (...works: ((scope: Scope) => Promise<unknown>)[]): Promise<string[]> =>
    findFailuresIn(await Promise.allSettled(works.map((work) => run(work))));

  test("a form that is sent while its user is erased is stored or refused, and never fails", async () => {
    const failures: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { place } = await link(key);
      failures.push(
        ...(await runTogether(
          (scope) =>
            submitLinkFields(
              scope,
              place.linkId,
              { generic_api_key: "key-0123456789" },
              { outcome: "success", identity: null },
            ),
          (scope) => eraseUser(scope, "user-1"),
        )),
      );
    }
    expect(failures).toEqual([]);
  });

  test("a sign-in that begins while its user is erased leads on or is refused, and never fails", async () => {
    const failures: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { place } = await link(github);
      failures.push(
        ...(await runTogether(
          (scope) => beginAuthorization(scope, place.linkId),
          (scope) => eraseUser(scope, "user-1"),
        )),
      );
    }
    expect(failures).toEqual([]);
  });

  test("a link for new credentials that is asked for while its user is erased is made or refused, and never fails", async () => {
    const failures: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { accountId } = await link(github);
      failures.push(
        ...(await runTogether(
          (scope) => createRefreshLink(scope, accountId, undefined),
          (scope) => eraseUser(scope, "user-1"),
        )),
      );
    }
    expect(failures).toEqual([]);
  });

  test("a form that is sent while its project is deleted is stored or refused, and never fails", async () => {
    const failures: string[] = [];
    const { platform, organizationId } = fixture;
    for (let round = 0; round < rounds / 3; round += 1) {
      const { id } = await runInOrganization(platform, organizationId, (scope) =>
        createProject(scope, { name: "doomed" }),
      );
      const token = await run(async (scope) => {
        const auth_config = { type: "use_custom_auth", authScheme: "API_KEY" } as const;
        const config = await createAuthConfig(scope, { toolkit: { slug: "stripe" }, auth_config });
        const auth_config_id = config.auth_config.id;
        return (await createConnectionLink(scope, { auth_config_id, user_id: "u" })).link_token;
      }, id);
      const { linkId } = await locateLink(platform, token);
      const ended = await Promise.allSettled([
        run(
          (scope) =>
            submitLinkFields(
              scope,
              linkId,
              { generic_api_key: "key-0123456789" },
              { outcome: "success", identity: null },
            ),
          id,
        ),
        runInOrganization(platform, organizationId, (scope) =>
          deleteProject(scope, id, testToolkits),
        ),
      ]);
      failures.push(...findFailuresIn(ended));
    }
    expect(failures).toEqual([]);
  });

  test("rows past their retention are removed in the same order: links, then their states", async () => {
    const { database } = fixture.platform;
    const { place } = await link(github);
    await run((scope) => beginAuthorization(scope, place.linkId));
    await run(async ({ trx }) => {
      const expired = { expires_at: sql<Date>`now() - interval '2 days'` };
      await trx.updateTable("link_tokens").set(expired).where("id", "=", place.linkId).execute();
      await trx
        .updateTable("oauth_states")
        .set(expired)
        .where("link_id", "=", place.linkId)
        .execute();
    });
    const lock = (table: "link_tokens" | "oauth_states", column: string) =>
      sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${place.linkId} for update`;
    let purging: Promise<string> | undefined;
    let runs = 0;
    await run(async ({ trx }) => {
      runs += 1;
      await lock("link_tokens", "id").execute(trx);
      purging ??= purgeExpired(database.unscoped, 100).then(() => "purged", String);
      const waits = sql<{ waits: boolean }>`select exists (select from pg_locks where not granted
        and locktype = 'transactionid' and pg_backend_pid() = any(pg_blocking_pids(pid))) as waits`;
      await expect.poll(async () => (await waits.execute(trx)).rows[0]?.waits).toBe(true);
      await lock("oauth_states", "link_id").execute(trx);
    });
    expect([runs, await purging]).toEqual([1, "purged"]);
  });

  test("forms, deletions of their accounts and of their auth config may all happen at once", async () => {
    const failures: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const config = await fixture.createConfig("stripe", { authScheme: "API_KEY" });
      const first = await link(config);
      const second = await link(config);
      const submit =
        ({ place }: { readonly place: { readonly linkId: string } }) =>
        (scope: Scope) =>
          submitLinkFields(
            scope,
            place.linkId,
            { generic_api_key: "key-0123456789" },
            { outcome: "success", identity: null },
          );
      failures.push(
        ...(await runTogether(
          submit(first),
          submit(second),
          (scope) => deleteConnectedAccount(scope, second.accountId),
          (scope) => deleteAuthConfig(scope, config),
          (scope) => createConnectionLink(scope, { auth_config_id: config, user_id: "user-2" }),
          (scope) => eraseUser(scope, "user-1"),
        )),
      );
    }
    expect(failures).toEqual([]);
  });
});
