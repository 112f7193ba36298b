import { describe, expect, test } from "vitest";
import { accountKey, createConnect } from "../../../testing/connect.ts";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { createSession, readSession, updateSession } from "./sessions.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run } = fixture;

  test("a session takes accounts of its own user and of the toolkit alone", async () => {
    const auth_config = { type: "use_custom_auth", authScheme: "API_KEY" } as const;
    const config = await fixture.createAuthConfig("stripe", auth_config);
    const connect = createConnect(fixture);
    const { id } = await connect(config, { generic_api_key: accountKey }, { user_id: "ada" });
    const create = (user_id: string, slug: string): Promise<readonly string[]> =>
      run((scope) => createSession(scope, { user_id, connected_accounts: { [slug]: id } })).then(
        () => [],
        (error: { readonly errors?: readonly string[] }) => error.errors ?? [String(error)],
      );
    expect(await create("ada", "stripe")).toEqual([]);
    expect(await create("bob", "stripe")).toEqual([
      "body.connected_accounts.stripe: is an account of another user",
    ]);
    expect(await create("ada", "github")).toEqual([
      "body.connected_accounts.github: is an account of another toolkit",
    ]);
  });

  test("changes of one session at the same time keep each other's members", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await run((scope) => createSession(scope, { user_id: "ada" }));
      await Promise.all([
        run((scope) => updateSession(scope, id, { manage_connections: { enable: false } })),
        run((scope) => updateSession(scope, id, { tags: { enabled: ["readOnlyHint"] } })),
      ]);
      const { config } = await run((scope) => readSession(scope, id));
      expect(config).toMatchObject({
        manage_connections: { enable: false },
        tags: { enabled: ["readOnlyHint"] },
      });
    }
  });
});
