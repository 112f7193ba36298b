import { describe, expect, test } from "vitest";
import { createConnect, accountKey as secret } from "../../../testing/connect.ts";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { parsePage } from "../../lists/cursors.ts";
import { listConnectedAccounts } from "../connected-accounts/read-connected-accounts.ts";
import { addOutcome } from "./callback-url.ts";
import { createConnectionLink } from "./create-connected-account.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run, createConfig: config } = fixture;
  const connect = createConnect(fixture);

  test("a token that the scheme does not have is not taken over", async () => {
    const ac = await config("stripe", { authScheme: "API_KEY" });
    const val = { status: "ACTIVE", generic_api_key: secret, access_token: "stolen" } as const;
    await expect(connect(ac, val)).rejects.toMatchObject({
      slug: "Validation_Failed",
      errors: ["body.connection.state.val.access_token: cannot be set by a connection"],
    });
  });

  test.each([
    "http://app.example.com/",
    "https://user@app.example.com/",
    "https://@app.example.com/",
    "ftp://app.example.com/",
    "/relative",
    "https:\\\\app.example.com",
    "javascript:alert(1)",
    " https://app.example.com",
    `https://app.example.com/${"x".repeat(2048)}`,
  ])("the callback address %j is refused", async (callback_url) => {
    const ac = await config("stripe", { authScheme: "API_KEY" });
    await expect(connect(ac, { generic_api_key: secret }, { callback_url })).rejects.toMatchObject({
      slug: "ConnectedAccount_CallbackUrlInvalid",
      errors: ["body.connection.callback_url: must be an https URL"],
    });
  });

  test.each([
    ["https://app.example.com/?status=success", ["status"]],
    ["https://app.example.com/?a=1&connected_account_id=ca_1", ["connected_account_id"]],
    [
      "https://app.example.com/?st%61tus=a&connected_account_id",
      ["status", "connected_account_id"],
    ],
  ])(
    "the callback address %s is refused, because it has parameters that we add",
    async (callback_url, names) => {
      const ac = await config("stripe", { authScheme: "API_KEY" });
      await expect(
        connect(ac, { generic_api_key: secret }, { callback_url }),
      ).rejects.toMatchObject({
        slug: "ConnectedAccount_CallbackUrlInvalid",
        errors: names.map(
          (name) =>
            `body.connection.callback_url: must not have ${name} in its query, because the service adds it`,
        ),
      });
    },
  );

  test("parameters with our names in a stored address are replaced by ours", () => {
    const outcome = { status: "failed", accountId: "ca_1" } as const;
    const stored = "https://app.example.com/?status=success&a=1&status=b&connected_account_id=ca_2";
    expect(addOutcome(stored, outcome)).toBe(
      "https://app.example.com/?status=failed&a=1&connected_account_id=ca_1",
    );
  });

  test("a text with U+0000 is the caller's mistake, in stored values and in filters", async () => {
    const ac = await config("stripe", { authScheme: "API_KEY" });
    const invalid = { slug: "Validation_Failed" };
    await expect(
      connect(ac, { generic_api_key: "k" }, { user_id: "a\u0000b" }),
    ).rejects.toMatchObject(invalid);
    const filter = { user_ids: ["a\u0000b"] };
    await expect(
      run((scope) => listConnectedAccounts(scope, filter, parsePage({}))),
    ).rejects.toMatchObject(invalid);
  });

  test("the deprecated redirect_uri and data still work, and loopback may be http", async () => {
    const ac = await config("stripe", { authScheme: "API_KEY" });
    const account = await connect(ac, undefined, {
      data: { generic_api_key: secret },
      redirect_uri: "http://127.0.0.1:8080/done",
    });
    expect(account.connectionData.val).toMatchObject({
      callback_url: "http://127.0.0.1:8080/done",
    });
  });

  test("a link works with every scheme and waits ten minutes", async () => {
    const ac = await config("stripe", { authScheme: "API_KEY" });
    const before = Date.now();
    const link = await run((scope) =>
      createConnectionLink(scope, { auth_config_id: ac, user_id: "u" }),
    );
    // Times of the database are rounded to a millisecond, also up.
    const after = Date.now() + 1;
    expect(link).toEqual({
      link_token: expect.stringMatching(/^lk_[A-Za-z0-9_-]{22}$/),
      redirect_url: `http://localhost:3000/link/${link.link_token}`,
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      connected_account_id: expect.stringMatching(/^ca_/),
    });
    const began = Date.parse(link.expires_at) - 600_000;
    expect(began).toBeGreaterThanOrEqual(before);
    expect(began).toBeLessThanOrEqual(after);
    const jobs = await run(({ trx }) =>
      trx
        .selectFrom("jobs")
        .selectAll()
        .where("unique_key", "=", link.connected_account_id)
        .execute(),
    );
    expect(jobs).toMatchObject([
      { kind: "connected_account.expire", next_at: new Date(link.expires_at) },
    ]);
  });
});
