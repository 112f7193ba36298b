import { describe, expect, it } from "vitest";
import { runExecution } from "./run-execution.ts";
import { catchFailure, secret, useToolRunner } from "./testing/run-tool.ts";

const run = useToolRunner();

describe("credentials", () => {
  it.each([
    ["API_KEY", { generic_api_key: secret }, "x-key", secret],
    ["API_KEY", { api_key: secret }, "x-key", secret],
    ["BEARER_TOKEN", { token: secret }, "authorization", `Bearer ${secret}`],
    ["OAUTH2", { access_token: secret }, "authorization", `Bearer ${secret}`],
    [
      "BASIC",
      { username: "u", password: "pä" },
      "authorization",
      `Basic ${btoa("u:p\u00c3\u00a4")}`,
    ],
  ] as const)(
    "of %s are put where the security scheme says",
    async (mode, values, header, text) => {
      await run.run("OPTIONAL", {}, { account: run.account(mode, values) });
      expect(run.last().headers[header]).toBe(text);
    },
  );

  it("go into the query, a cookie, or two headers together", async () => {
    const { scheme } = run.account();
    const values = { generic_api_key: "a b;c", tenant: "main" };
    await run.run(
      "OPTIONAL",
      {},
      { account: { scheme: { ...scheme, securityScheme: "query" }, values } },
    );
    expect(run.last().url).toBe("/main/optional?key=a%20b%3Bc");
    await run.run(
      "OPTIONAL",
      {},
      { account: { scheme: { ...scheme, securityScheme: "cookie" }, values } },
    );
    expect(run.last().headers.cookie).toBe("sid=a%20b%3Bc");
    await run.run(
      "TWO_KEYS",
      {},
      { account: run.account("API_KEY", { generic_api_key: "1", second: "2" }) },
    );
    expect(run.last().headers).toMatchObject({ "x-key": "1", "x-application": "2" });
    const alone = run.run("TWO_KEYS", {}, { account: run.account() });
    expect((await catchFailure(alone)).slug).toBe("ToolExecution_AccountNotActive");
  });

  it("are needed unless the tool needs none", async () => {
    const tool = run.application.tools.get("APP_OPTIONAL");
    const open = run.application.tools.get("APP_OPEN");
    if (tool === undefined || open === undefined) {
      throw new Error("no tool");
    }
    const without = runExecution({ tool, arguments: {} }, { egress: run.egress });
    expect((await catchFailure(without)).slug).toBe("ToolExecution_AccountMissing");
    const call = { tool: open, arguments: {} };
    // The address depends on the account, even if the call needs no credentials.
    const nowhere = catchFailure(runExecution(call, { egress: run.egress }));
    expect((await nowhere).slug).toBe("ToolExecution_AccountIncomplete");
    const account = run.account("API_KEY", { generic_api_key: "canary-key" });
    expect((await runExecution({ ...call, account }, { egress: run.egress })).successful).toBe(
      true,
    );
    const { url, headers } = run.last();
    expect(JSON.stringify([url, headers])).not.toContain("canary");
    const missing = run.run("OPTIONAL", {}, { account: run.account("API_KEY", {}) });
    expect((await catchFailure(missing)).slug).toBe("ToolExecution_AccountNotActive");
    const broken = run.account("API_KEY", { generic_api_key: "a\r\nb" });
    const error = await catchFailure(run.run("OPTIONAL", {}, { account: broken }));
    expect(error.slug).toBe("ToolExecution_AccountNotActive");
    expect(JSON.stringify(error)).not.toContain("a\\r");
  });

  it("are replaced by the caller's own under the same name, and are not sent to another base URL", async () => {
    const parameters = [
      { name: "X-Key", value: "own", type: "header" },
      { name: "q", value: "a&b", type: "query" },
    ] as const;
    await run.run("OPTIONAL", {}, { customAuthParams: { parameters } });
    expect(run.last()).toMatchObject({
      url: "/main/optional?q=a%26b",
      headers: { "x-key": "own" },
    });
    const base_url = `http://127.0.0.1:${run.application.port}/other/`;
    await run.run("OPTIONAL", {}, { customAuthParams: { base_url } });
    expect(run.last().url).toBe("/other/optional");
    expect(run.last().headers["x-key"]).toBeUndefined();
    // An address of our own network, a name for such an address, and an unknown name all give the same message.
    for (const name of ["10.0.0.1", "metadata.google.internal", "nobody.invalid"]) {
      const inner = { customAuthParams: { base_url: `https://${name}` } };
      const refused = await catchFailure(run.run("OPTIONAL", {}, inner));
      expect([refused.slug, refused.errors]).toEqual([
        "Validation_Failed",
        ["body.custom_auth_params.base_url: its host has no public address"],
      ]);
    }
    const host = {
      customAuthParams: { parameters: [{ name: "host", value: "x", type: "header" }] },
    } as const;
    expect((await catchFailure(run.run("OPTIONAL", {}, host))).slug).toBe("Validation_Failed");
  });

  it("follow no redirect to another host", async () => {
    const before = run.application.requests.length;
    const there = await run.run("MOVED", { to: "https://evil.example/x" });
    expect(there).toMatchObject({ successful: false, data: { status_code: 302 } });
    expect(run.application.requests.length).toBe(before + 1);
    const here = await run.run("MOVED", { to: "/main/optional" });
    expect(here.successful).toBe(true);
    expect(run.last().headers["x-key"]).toBe(secret);
  });
});
