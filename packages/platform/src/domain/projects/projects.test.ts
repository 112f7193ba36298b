import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Schemas } from "../../base/api-types.ts";
import { testToolkits } from "../../testing/test-catalog.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { createTestPlatform } from "../../testing/test-platform.ts";
import { createAuthConfig } from "../accounts/auth-configs/create-auth-config.ts";
import { createConnectedAccount } from "../accounts/connecting/create-connected-account.ts";
import { authenticate } from "../keys/authenticate.ts";
import { parsePage } from "../lists/cursors.ts";
import { deleteProject, eraseProject } from "../removal/delete-project.ts";
import {
  type OrganizationScope,
  type Platform,
  runInOrganization,
  runInProject,
  type Scope,
} from "../scope.ts";
import { getProjectConfig, updateProjectConfig } from "./config.ts";
import { createOrganization } from "./create-organization.ts";
import { createProject } from "./create-project.ts";
import { getProject, listProjects } from "./read-projects.ts";
import { regenerateApiKey } from "./regenerate-api-key.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  let platform: Platform;
  let organizationId: string;
  let otherId: string;
  beforeAll(async () => {
    platform = createTestPlatform(await open(), { catalog: testToolkits });
    organizationId = (await createOrganization(platform, "Acme")).id;
    otherId = (await createOrganization(platform, "Other")).id;
  });
  const runAsOwner = <T>(work: (scope: OrganizationScope) => Promise<T>): Promise<T> =>
    runInOrganization(platform, organizationId, work);
  const create = (input: Schemas["CreateProjectRequest"]) =>
    runAsOwner((scope) => createProject(scope, input));

  test("a project is made with its key and its settings, listed, and read with its key masked", async () => {
    const made = await create({
      name: "support-agent",
      should_create_api_key: true,
      config: { log_visibility_setting: "dont_store_data", display_name: "Support" },
    });
    expect(made).toEqual({
      id: expect.stringMatching(/^proj_[A-Za-z0-9_-]{12}$/),
      name: "support-agent",
      api_key: expect.stringMatching(/^ak_[A-Za-z0-9_-]{27,}$/),
    });
    const detail = await runAsOwner((scope) => getProject(scope, made.id));
    expect(detail).toEqual({
      id: made.id,
      name: "support-agent",
      org_id: organizationId,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      api_keys: [
        {
          id: expect.stringMatching(/^key_[A-Za-z0-9_-]{12}$/),
          name: "default",
          key: `${made.api_key?.slice(0, 4)}...`,
          created_at: expect.stringMatching(/Z$/),
          last_used_at: null,
        },
      ],
    });
    const config = await runInProject(platform, made.id, getProjectConfig);
    expect(config).toEqual({
      is_2FA_enabled: false,
      mask_secret_keys_in_connected_account: true,
      log_visibility_setting: "dont_store_data",
      require_mcp_api_key: true,
      is_platform_link_enabled_for_managed_auth: true,
      signed_url_file_expiry_in_seconds: 3600,
      result_limit_bytes: 32_000,
      display_name: "Support",
    });
  });

  test("settings that are left out stay, an empty text removes one, and a logo has to be https", async () => {
    const { id } = await create({ name: "config" });
    const update = (changes: Parameters<typeof updateProjectConfig>[1]) =>
      runInProject(platform, id, (scope) => updateProjectConfig(scope, changes));
    await update({ display_name: "Shown", logo_url: "https://app.example.com/logo.png" });
    expect(await update({ is_2FA_enabled: true })).toMatchObject({
      display_name: "Shown",
      is_2FA_enabled: true,
    });
    expect(await update({ display_name: "" })).not.toHaveProperty("display_name");
    for (const logo_url of [
      "http://app.example.com/logo.png",
      "https://\u0102",
      "https://a.example/|",
    ]) {
      await expect(update({ logo_url }), logo_url).rejects.toMatchObject({
        slug: "Validation_Failed",
        errors: ["body.logo_url: must be an https URL"],
      });
    }
    const both = await Promise.all([
      update({ signed_url_file_expiry_in_seconds: 60 }),
      update({ require_mcp_api_key: false }),
    ]);
    expect(both).toHaveLength(2);
    expect(await runInProject(platform, id, getProjectConfig)).toMatchObject({
      signed_url_file_expiry_in_seconds: 60,
      require_mcp_api_key: false,
    });
  });

  test("another organization sees, changes and deletes nothing", async () => {
    const { id } = await create({ name: "theirs" });
    const calls: ((scope: OrganizationScope) => Promise<unknown>)[] = [
      (scope) => getProject(scope, id),
      (scope) => regenerateApiKey(scope, id),
      (scope) => deleteProject(scope, id, testToolkits),
    ];
    for (const call of calls) {
      await expect(runInOrganization(platform, otherId, call)).rejects.toMatchObject({
        slug: "Project_NotFound",
      });
    }
    const page = await runInOrganization(platform, otherId, (scope) =>
      listProjects(scope, parsePage({})),
    );
    expect(page).toEqual({
      items: [],
      next_cursor: null,
      total_pages: 0,
      current_page: 1,
      total_items: 0,
    });
  });

  test("a deleted project is gone at once, and its rows and data key are destroyed when its time comes", async () => {
    const made = await create({ name: "doomed", should_create_api_key: true });
    const runInScope = <T>(work: (scope: Scope) => Promise<T>): Promise<T> =>
      runInProject(platform, made.id, work);
    await runInScope(async (scope) => {
      const auth_config = { type: "use_custom_auth", authScheme: "API_KEY" } as const;
      const config = await createAuthConfig(scope, { toolkit: { slug: "stripe" }, auth_config });
      await createConnectedAccount(scope, {
        auth_config: config.auth_config,
        connection: {
          state: { authScheme: "API_KEY", val: { status: "ACTIVE", generic_api_key: "k" } },
        },
      });
    });
    expect(await runInScope(eraseProject)).toEqual({ kind: "not_deleted" });
    expect((await runAsOwner((scope) => getProject(scope, made.id))).name).toBe("doomed");

    await runAsOwner((scope) => deleteProject(scope, made.id, testToolkits));
    await expect(
      runAsOwner((scope) => deleteProject(scope, made.id, testToolkits)),
    ).rejects.toMatchObject({
      slug: "Project_NotFound",
    });
    await expect(authenticate(platform, made.api_key ?? "")).rejects.toMatchObject({
      slug: "Auth_KeyInvalid",
    });
    await expect(runAsOwner((scope) => getProject(scope, made.id))).rejects.toMatchObject({
      slug: "Project_NotFound",
    });
    const listed = await runAsOwner((scope) => listProjects(scope, parsePage({ limit: 1000 })));
    expect(listed.items.map((project) => project.id)).not.toContain(made.id);
    const jobs = await runInScope(({ trx }) => trx.selectFrom("jobs").selectAll().execute());
    expect(jobs.map((job) => job.kind)).toEqual(["project.erase"]);
    const days = ((jobs[0]?.next_at.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    const ageRows = (by: string) =>
      runInScope(({ trx }) =>
        sql`update projects set deleted_at = now() - ${sql.lit(by)}::interval`.execute(trx),
      );
    await ageRows("29 days 23 hours");
    expect(await runInScope(eraseProject)).toMatchObject({ kind: "too_early" });

    // Stored times are rounded to a millisecond, also up.
    await ageRows("30 days 1 second");
    expect(await runInScope(eraseProject)).toEqual({ kind: "destroyed" });
    const left = await runInScope(async ({ trx }) => [
      ...(await trx.selectFrom("projects").selectAll().execute()),
      ...(await trx.selectFrom("data_keys").selectAll().execute()),
      ...(await trx.selectFrom("auth_configs").selectAll().execute()),
      ...(await trx.selectFrom("connected_accounts").selectAll().execute()),
      ...(await trx.selectFrom("jobs").selectAll().execute()),
    ]);
    expect(left).toEqual([]);
  });

  test("the clock of a process that is 40 days behind, or ahead, destroys nothing before its time", async () => {
    for (const days of [-40, 40]) {
      const made = await create({ name: "clocks" });
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + days * 86_400_000 });
      try {
        await runAsOwner((scope) => deleteProject(scope, made.id, testToolkits));
      } finally {
        vi.useRealTimers();
      }
      const due = await runInProject(platform, made.id, ({ trx }) =>
        sql<{
          days: number;
        }>`select round(extract(epoch from next_at - (select deleted_at from projects)) / 86400)::integer as days
          from jobs where kind = 'project.erase'`.execute(trx),
      );
      expect(due.rows).toEqual([{ days: 30 }]);
    }
  });

  test("pages of projects follow one another, the newest first", async () => {
    const { id } = await createOrganization(platform, "Pages");
    const names = ["one", "two", "three"];
    for (const name of names) {
      await runInOrganization(platform, id, (scope) => createProject(scope, { name }));
      // Lists order by the millisecond of creation, and within a millisecond by a random id.
      await sleep(10);
    }
    const list = (cursor?: string | null) =>
      runInOrganization(platform, id, (scope) =>
        listProjects(scope, parsePage(cursor == null ? { limit: 2 } : { cursor })),
      );
    const first = await list();
    const second = await list(first.next_cursor);
    const seen = [...first.items, ...second.items].map((project) => project.name);
    expect(seen).toEqual(names.toReversed());
    expect(second.next_cursor).toBeNull();
  });
});
