import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createConnect } from "../../../testing/connect.ts";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { openAccount } from "../connected-accounts/open-account.ts";
import { changeConnection } from "./change-connection.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const connect = createConnect(fixture);

  test("two changes at the same time keep each other's members", async () => {
    const config = await fixture.createConfig("desk", { authScheme: "BASIC" });
    const val = { subdomain: "acme", username: "kim", password: "one" };
    const { id } = await connect(config, val, {}, "BASIC");
    const change = (changed: object) =>
      fixture.run(async (scope) => {
        const state = { authScheme: "BASIC", val: { status: "ACTIVE", ...changed } } as const;
        await changeConnection(scope, id, { connection: { state } });
        // The other one has read the account by now, and waits for its lock. If it is slower, it reads what this one wrote.
        await sleep(200);
      });
    await Promise.all([change({ username: "lee" }), change({ subdomain: "other" })]);
    const stored = await fixture.run(async (scope) => (await openAccount(scope, id)).openSecrets());
    expect(stored.val).toMatchObject({ subdomain: "other", username: "lee", password: "one" });
  });
});
