import { describe, expect, test } from "vitest";
import { chooseAccount } from "../../actions/tools/choose-account.ts";
import { accountKey, createConnect } from "../../testing/connect.ts";
import { useDomainFixture } from "../../testing/domain-fixture.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { updateAuthConfig } from "../auth-configs/update-auth-config.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run } = fixture;
  const connect = createConnect(fixture);

  test("secrets that an auth config is given later never reach a host that a user named before", async () => {
    const config = await fixture.createConfig("forge", { authScheme: "API_KEY" });
    const { id } = await connect(config, {
      domain: "evil.example.com",
      generic_api_key: accountKey,
    });
    const choose = () => run((scope) => chooseAccount(scope, { accountId: id }));
    expect((await choose())?.values).toEqual({
      domain: "evil.example.com",
      generic_api_key: accountKey,
    });
    const change = (shared_credentials: Record<string, string>) =>
      run((scope) => updateAuthConfig(scope, config, { shared_credentials }));
    await change({ generic_api_key: "shared-0123456789" });
    await expect(choose()).rejects.toMatchObject({ slug: "ToolExecution_AccountNotActive" });
    await change({ generic_api_key: "" });
    expect((await choose())?.id).toBe(id);
    await run((scope) =>
      updateAuthConfig(scope, config, { credentials: { client_secret: "secret-0123456789" } }),
    );
    await expect(choose()).rejects.toMatchObject({ slug: "ToolExecution_AccountNotActive" });
  });
});
