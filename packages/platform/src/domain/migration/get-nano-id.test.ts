import { describe, expect, test } from "vitest";
import { connectStripe } from "../../testing/connect-stripe.ts";
import { useDomainFixture } from "../../testing/domain-fixture.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { getAuthConfig } from "../accounts/auth-configs/read-auth-configs.ts";
import { getConnectedAccount } from "../accounts/connected-accounts/read-connected-accounts.ts";
import { deleteAuthConfig } from "../removal/delete-auth-config.ts";
import { getNanoId } from "./get-nano-id.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run, createOtherProject: newProject } = fixture;

  test("a legacy UUID is reported as current, deleted, unknown or malformed", async () => {
    const account = await run((scope) => connectStripe(scope, "u"));
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
