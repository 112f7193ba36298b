import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Application,
  type SeenRequest,
  startApplication,
} from "../../src/execution/testing/application.ts";
import { writeApplicationDocument } from "../../src/execution/testing/application-document.ts";
import { catchRefusal } from "../e2e/world.ts";
import { client } from "./authorization-server.ts";
import { type Deployment, startDeployment } from "./deployment.ts";
import { type Mode, places, placeToolkit } from "./scheme-places.ts";

describe("tools of a real application", () => {
  let deployment: Deployment;
  let application: Application;
  let account: string;

  beforeAll(async () => {
    application = await startApplication();
    const { port } = application;
    deployment = await startDeployment({}, () => [
      writeApplicationDocument(port),
      ...places.map((place) => placeToolkit(port, place)),
    ]);
    account = await connect("app", "API_KEY", { generic_api_key: "canary-key" });
  });
  afterAll(async () => {
    await deployment.close();
    await application.close();
  });

  const connect = async (
    slug: string,
    authScheme: Mode | "S2S_OAUTH2",
    val: Readonly<Record<string, string>>,
    user_id = "ada",
  ): Promise<string> => {
    const { authConfigs, connectedAccounts } = deployment.platform;
    const auth_config = { type: "use_custom_auth", authScheme, credentials: {} } as const;
    const config = await authConfigs.createAuthConfig({ body: { toolkit: { slug }, auth_config } });
    const made = await connectedAccounts.createConnectedAccount({
      body: {
        auth_config: { id: config.auth_config.id },
        connection: { user_id, state: { authScheme, val: { status: "INITIALIZING", ...val } } },
        validate_credentials: false,
      },
    });
    expect(made.connectionData.val.status).toBe("ACTIVE");
    return made.id;
  };
  const execute = (tool_slug: string, values: object = {}, connected_account_id = account) =>
    deployment.platform.tools.executeTool({
      tool_slug,
      body: { version: "latest", arguments: { ...values }, connected_account_id },
    });
  const getLastRequest = (): SeenRequest => {
    const seen = application.requests.at(-1);
    if (seen === undefined) {
      throw new Error("no request");
    }
    return seen;
  };

  test.each(places)(
    "a credential of $mode arrives where $scheme says, and nowhere else",
    async (place) => {
      const { slug, mode, val, arrives, as } = place;
      const id = await connect(slug, mode, val);
      const tool = `${slug.toUpperCase()}_GET_THING`;
      expect(await execute(tool, {}, id)).toMatchObject({ successful: true });
      expect(arrives(getLastRequest())).toBe(as);
      const { url, headers, body } = getLastRequest();
      const where = JSON.stringify([url, headers, body]);
      const text = as.replace(/^Basic /, "");
      expect(where.split(text)).toHaveLength(2);
      if (text === as) {
        expect(where.split("canary")).toHaveLength(2);
      }
      const read = await deployment.platform.connectedAccounts.getConnectedAccount({ nanoid: id });
      expect(JSON.stringify(read)).not.toContain("canary-");
    },
  );

  test("a tool without authentication needs no account, and sends nothing", async () => {
    const done = await deployment.platform.tools.executeTool({
      tool_slug: "APP_OPEN",
      body: { version: "latest", arguments: {} },
    });
    expect(done.successful).toBe(true);
    const { headers } = getLastRequest();
    expect([headers.authorization, headers["x-key"], headers.cookie]).toEqual(
      Array(3).fill(undefined),
    );
  });

  test("client credentials fetch one token for many calls, renew it, and report when they are refused", async () => {
    const { server } = deployment;
    const val = { client_id: client.id, client_secret: client.secret };
    const id = await connect("harbour", "S2S_OAUTH2", val);
    const before = server.tokenCalls.length;
    const calls = Array.from({ length: 20 }, () => execute("HARBOUR_GET_BERTH", {}, id));
    const answers = await Promise.all(calls);
    expect(answers.every(({ successful }) => successful)).toBe(true);
    expect(server.tokenCalls.slice(before).map((form) => Object.fromEntries(form))).toEqual([
      { grant_type: "client_credentials", scope: "read" },
    ]);
    const token = String(server.apiCalls.at(-1)?.authorization);
    expect(token).toMatch(/^Bearer /);
    const { connectedAccounts } = deployment.platform;
    const refreshed = await connectedAccounts.refreshConnectedAccount({ nanoid: id });
    expect(refreshed).toEqual({ id, status: "ACTIVE", redirect_url: null });
    expect(await execute("HARBOUR_GET_BERTH", {}, id)).toMatchObject({ successful: true });
    expect(server.apiCalls.at(-1)?.authorization).not.toBe(token);
    const wrong = await connect("harbour", "S2S_OAUTH2", { ...val, client_secret: "canary-wrong" });
    expect(await catchRefusal(connectedAccounts.refreshConnectedAccount({ nanoid: wrong }))).toBe(
      "400 ConnectedAccount_CredentialsRejected",
    );
    expect(await catchRefusal(execute("HARBOUR_GET_BERTH", {}, wrong))).toBe(
      "422 ToolExecution_AccountNotActive",
    );
  });

  test("every tool of the application can be executed with the arguments that its document describes", async () => {
    const { tools } = deployment.platform;
    const listed = await tools.listTools({
      toolkit_slug: "app",
      include_deprecated: true,
      limit: 1000,
    });
    const styles = {
      simple: "a/b",
      label: [1, 2],
      matrix: { x: 1 },
      form: ["a", "b"],
      pipe: ["a", "b"],
    };
    const mail = { to: ["bob@example.com"], subject: "Hi", body: "Text" };
    /** The arguments of each tool, and the result of its call. */
    const calls: Readonly<Record<string, readonly [object, string]>> = {
      STYLES: [{ ...styles, deep: { a: 1 }, "X-List": [1, 2], session: "s" }, "acted"],
      JSON: [{ name: "n", title: "t" }, "acted"],
      OPTIONAL: [{}, "acted"],
      WHOLE: [{ body: ["a"] }, "acted"],
      FORM: [{ a: "x", list: ["1"], deep: { k: "v" } }, "acted"],
      MULTIPART: [{ a: "x", meta: { b: 1 } }, "acted"],
      TEXT_BODY: [{ body: "text" }, "acted"],
      BINARY: [{ body: "AP8=" }, "acted"],
      XML: [{ body: "<a/>" }, "acted"],
      GRAPH: [{ id: "7" }, "acted"],
      MAIL: [mail, "acted"],
      TWO_KEYS: [{}, "422 ToolExecution_AccountNotActive"],
      OPEN: [{}, "acted"],
      OLD: [{}, "410 Tool_Deprecated"],
      FAIL: [{ status: 404 }, "failed with 404"],
      FAIL_POST: [{ status: 500 }, "failed with 500"],
      LIMITED: [{}, "429 ToolExecution_ProviderRateLimited"],
      LEFT: [{}, "429 ToolExecution_ProviderRateLimited"],
      SLOW: [{}, "acted"],
      FLAKY: [{ id: "e2e" }, "acted"],
      FLAKY_POST: [{ id: "e2e-post" }, "failed with 503"],
      BROKEN: [{}, "502 ToolExecution_NoAnswer"],
      BROKEN_POST: [{}, "502 ToolExecution_NoAnswer"],
      LONG: [{}, "acted"],
      LARGE: [{}, "failed with 200"],
      LIST: [{}, "acted"],
      TEXT: [{}, "acted"],
      BYTES: [{}, "acted"],
      PAGE: [{}, "failed with 500"],
      EMPTY: [{}, "acted"],
      WRAPPED: [{ kind: "bad" }, "failed with 200"],
      MOVED: [{ to: "https://evil.example/" }, "failed with 302"],
    };
    expect(listed.items.map(({ slug }) => slug).toSorted()).toEqual(
      Object.keys(calls)
        .map((name) => `APP_${name}`)
        .toSorted(),
    );
    const became = await Promise.all(
      Object.entries(calls).map(async ([name, [values]]) => {
        const outcome = await execute(`APP_${name}`, values).then(
          ({ successful, data }) =>
            successful ? "acted" : `failed with ${(data as { status_code?: number }).status_code}`,
          (error: unknown) => catchRefusal(Promise.reject(error)),
        );
        return [name, outcome];
      }),
    );
    expect(Object.fromEntries(became)).toEqual(
      Object.fromEntries(Object.entries(calls).map(([name, [, outcome]]) => [name, outcome])),
    );
    const listSent = (path: string): readonly SeenRequest[] =>
      application.requests.filter(({ url }) => url.startsWith(`/main/${path}`));
    // Safe calls were made three times and others once, and redirects to another host were not followed.
    expect(["flaky/e2e", "flaky/e2e-post", "broken"].map((path) => listSent(path).length)).toEqual([
      4, 1, 4,
    ]);
    expect(listSent("styles")[0]?.url).toMatch(
      /^\/main\/styles\/a%2Fb\/\.1\.2\/;matrix=x,1\?form=a&form=b&pipe=a%7Cb&deep%5Ba%5D=1$/,
    );
    expect(listSent("binary")[0]?.bytes).toEqual(Buffer.from([0, 255]));
    for (const path of ["styles", "json", "form", "multipart", "graphql", "mail"]) {
      expect([path, listSent(path)[0]?.headers["x-key"]]).toEqual([path, "canary-key"]);
    }
  }, 60_000);

  test("a limit of the application is passed on with its seconds", async () => {
    const response = await fetch(`${deployment.url}/api/v3/tools/execute/APP_LIMITED`, {
      method: "POST",
      headers: { "x-api-key": deployment.key, "content-type": "application/json" },
      body: JSON.stringify({ version: "latest", arguments: {}, connected_account_id: account }),
    });
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "17"]);
  });

  test("an answer that does not fit its schema is returned all the same, and logged", async () => {
    const before = deployment.log.length;
    expect(await execute("APP_LIST")).toMatchObject({
      successful: true,
      data: { items: [{ id: 1 }, { id: "two" }] },
    });
    const reported = deployment.log.slice(before).filter((line) => line.includes("differs"));
    expect(reported.map((line) => JSON.parse(line))).toMatchObject([
      { tool: "APP_LIST", mismatches: ["answer[1].id: expected integer"] },
    ]);
  });

  test("the log of executions and the service's log hold no credential", async () => {
    const { logs } = await deployment.platform.logs.listToolExecutionLogs({ body: { limit: 100 } });
    expect(logs.length).toBeGreaterThan(30);
    expect(JSON.stringify(logs)).not.toContain("canary");
    expect(deployment.log.join("")).not.toContain("canary");
    expect(deployment.log.join("")).not.toContain("unexpected");
  });
});
