import { beforeAll, describe, expect, test } from "vitest";
import { createDomainFixture, type DomainFixture } from "../../testing/domain-fixture.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { createAuthConfig } from "../auth-configs/create-auth-config.ts";
import { deleteAuthConfig } from "../auth-configs/delete-auth-config.ts";
import { getAuthConfig } from "../auth-configs/read-auth-configs.ts";
import { createConnectedAccount } from "../connected-accounts/create-connected-account.ts";
import { getConnectedAccount } from "../connected-accounts/read-connected-accounts.ts";
import { inProject, type Scope } from "../scope.ts";
import { getNanoId } from "./get-nano-id.ts";

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

  test("a legacy UUID is told as current, deleted, unknown or malformed", async () => {
    const account = await run((scope) => connect(scope, "u"));
    const config = await run(async (scope) => {
      const { auth_config } = await getConnectedAccount(scope, account.id);
      return await getAuthConfig(scope, auth_config.id);
    });
    const { uuid } = account.deprecated;
    const ask = (
      text: string,
      type: Parameters<typeof getNanoId>[2],
      project = fixture.projectId,
    ) => run((scope) => getNanoId(scope, text, type), project);
    expect(await ask(uuid, "CONNECTED_ACCOUNT")).toEqual({ nanoid: account.id });
    expect(await ask(uuid.toUpperCase(), "CONNECTED_ACCOUNT")).toEqual({ nanoid: account.id });
    expect(await ask(config.uuid, "AUTH_CONFIG")).toEqual({ nanoid: config.id });
    const missing = { slug: "Migration_NotFound" };
    await expect(ask(uuid, "AUTH_CONFIG")).rejects.toMatchObject(missing);
    await expect(ask(uuid, "TRIGGER_INSTANCE")).rejects.toMatchObject(missing);
    await expect(ask(uuid, "CONNECTED_ACCOUNT", await newProject())).rejects.toMatchObject(missing);
    await expect(ask(uuid.slice(1), "CONNECTED_ACCOUNT")).rejects.toMatchObject({
      slug: "Migration_UuidInvalid",
      errors: ["query.uuid: must be a UUID"],
    });
    await run((scope) => deleteAuthConfig(scope, config.id));
    await expect(ask(uuid, "CONNECTED_ACCOUNT")).rejects.toMatchObject({
      slug: "Migration_Deleted",
    });
    await expect(ask(config.uuid, "AUTH_CONFIG")).rejects.toMatchObject({
      slug: "Migration_Deleted",
    });
  });
});
