import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../base/db/opening/open-database.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { createTestPlatform } from "../../testing/test-platform.ts";
import {
  createFirstOrganization,
  createOrganization,
  createOwnerKey,
} from "../projects/create-organization.ts";
import { createProject } from "../projects/create-project.ts";
import { regenerateApiKey } from "../projects/regenerate-api-key.ts";
import { type Platform, runInOrganization } from "../scope.ts";
import { authenticate } from "./authenticate.ts";
import { getSessionInfo } from "./session-info.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  let database: Database;
  let platform: Platform;
  beforeAll(async () => {
    database = await open();
    platform = createTestPlatform(database);
  });

  test("a first start makes an organization and a project with a key each, and only the first", async () => {
    const first = await createFirstOrganization(platform);
    if (first === undefined) {
      throw new Error("nothing was made");
    }
    expect(await authenticate(platform, first.organizationKey)).toEqual({
      kind: "organization",
      organizationId: first.organizationId,
      keyId: expect.stringMatching(/^key_[\w-]{12}$/),
    });
    expect(await authenticate(platform, first.projectKey)).toEqual({
      kind: "project",
      organizationId: first.organizationId,
      projectId: first.projectId,
      keyId: expect.stringMatching(/^key_[\w-]{12}$/),
      catalogVersion: 0,
    });
    expect(await createFirstOrganization(platform)).toBeUndefined();
  });

  test.each([
    undefined,
    "",
    "ak_short",
    `ak_${"x".repeat(32)}`,
    `ak_${"x".repeat(9999)}`,
    "ak_\u0000",
  ])("the key %j is refused", async (key) => {
    await expect(authenticate(platform, key)).rejects.toMatchObject({ slug: "Auth_KeyInvalid" });
  });

  test("each key of an organization is recognised as that organization", async () => {
    const { id, key } = await createOrganization(platform, "Acme");
    const caller = await authenticate(platform, key);
    const keyId = expect.stringMatching(/^key_[\w-]{12}$/);
    expect(caller).toEqual({ kind: "organization", organizationId: id, keyId });
    const second = await createOwnerKey(platform, id, null);
    expect(await authenticate(platform, second)).toEqual({ ...caller, keyId });
  });

  test("session info says what a key belongs to", async () => {
    const organization = await createOrganization(platform, "Acme Robotics");
    const project = await runInOrganization(platform, organization.id, (scope) =>
      createProject(scope, { name: "support-agent", should_create_api_key: true }),
    );
    const ofProject = await authenticate(platform, project.api_key ?? "");
    expect(await getSessionInfo(platform, ofProject)).toEqual({
      key_type: "project",
      project: { id: project.id, name: "support-agent" },
      organization: { id: organization.id, name: "Acme Robotics" },
    });
    const ofOrganization = await authenticate(platform, organization.key);
    expect(await getSessionInfo(platform, ofOrganization)).toEqual({
      key_type: "organization",
      project: null,
      organization: { id: organization.id, name: "Acme Robotics" },
    });
  });

  test("a regenerated key works and the old one is refused at once, whoever regenerates how often", async () => {
    const organization = await createOrganization(platform, "Acme");
    const project = await runInOrganization(platform, organization.id, (scope) =>
      createProject(scope, { name: "keys" }),
    );
    expect(project.api_key).toBeNull();
    const regenerate = (): Promise<string> =>
      runInOrganization(platform, organization.id, async (scope) => {
        const { api_key } = await regenerateApiKey(scope, project.id);
        return api_key.key;
      });
    const first = await regenerate();
    const keys = await Promise.all([regenerate(), regenerate(), regenerate()]);
    const valid = await Promise.all(
      [first, ...keys].map((key) =>
        authenticate(platform, key).then(
          () => true,
          () => false,
        ),
      ),
    );
    expect(valid.filter(Boolean)).toHaveLength(1);
    expect(valid[0]).toBe(false);
  });

  test("the database holds no key, only its hash and four characters", async () => {
    const { id, key } = await createOrganization(platform, "Acme");
    const rows = await runInOrganization(platform, id, ({ trx }) =>
      trx.selectFrom("api_keys").selectAll().execute(),
    );
    expect(JSON.stringify(rows)).not.toContain(key.slice(5));
    expect(rows[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
  });
});
