import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import {
  type Application,
  type SeenRequest,
  startApplication,
} from "../../src/applications/execution/testing/application.ts";
import { writeApplicationDocument } from "../../src/applications/execution/testing/application-document.ts";
import { authSchemes } from "../../src/applications/toolkits/types/auth-schemes.ts";
import { catchRefusal } from "../e2e/world.ts";
import { client } from "./authorization-server.ts";
import { createConfig, type Deployment, startDeployment } from "./deployment.ts";
import { connectOver } from "./http-sign-in.ts";
import { type Mode, places, placeToolkit, schemeToolkit } from "./scheme-places.ts";

/** Every auth scheme of the document. */
const documented = (
  parse(readFileSync(new URL("../../../../spec/schemas/common.yaml", import.meta.url), "utf8")) as {
    readonly AuthScheme: { readonly enum: readonly (keyof typeof authSchemes)[] };
  }
).AuthScheme.enum;

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
      ...documented.filter((mode) => mode !== "NO_AUTH").map((mode) => schemeToolkit(port, mode)),
    ]);
    account = await connect("app", "API_KEY", {
      generic_api_key: "canary-key",
      tenant: "main",
    });
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

  /** Goes the whole way of a scheme: an auth config, an account, a call. */
  const use = async (mode: (typeof documented)[number]): Promise<string> => {
    const { authConfigs, connectedAccounts, tools } = deployment.platform;
    if (mode === "NO_AUTH") {
      const body = { version: "latest", arguments: {} } as const;
      const called = await tools.executeTool({ tool_slug: "OF_API_KEY_GET_OPEN", body });
      const { headers } = getLastRequest();
      expect([headers.authorization, headers["x-key"], headers.cookie]).toEqual(
        Array(3).fill(undefined),
      );
      return `called: ${called.successful}`;
    }
    if (mode === "OAUTH2") {
      const auth_config_id = await createConfig(deployment.platform, mode);
      const body = { auth_config_id, user_id: "walker" };
      const made = await connectedAccounts.createLink({ body });
      await connectOver(made.redirect_url);
      const called = await execute("HARBOUR_GET_BERTH", {}, made.connected_account_id);
      return `called: ${called.successful}`;
    }
    if (mode === "S2S_OAUTH2") {
      const val = { client_id: client.id, client_secret: client.secret };
      const id = await connect("harbour", mode, val, "walker");
      return `called: ${(await execute("HARBOUR_GET_BERTH", {}, id)).successful}`;
    }
    const slug = `of_${mode.toLowerCase()}`;
    const { configFields, connectionFields } = authSchemes[mode];
    const fill = (fields: typeof configFields) =>
      Object.fromEntries(fields.map(({ name }) => [name, `canary-${name}`]));
    const auth_config = {
      type: "use_custom_auth",
      authScheme: mode,
      credentials: fill(configFields),
    } as const;
    const config = await authConfigs.createAuthConfig({ body: { toolkit: { slug }, auth_config } });
    const val = { status: "INITIALIZING", ...fill(connectionFields) } as const;
    const made = await connectedAccounts.createConnectedAccount({
      body: {
        auth_config: { id: config.auth_config.id },
        connection: { user_id: "walker", state: { authScheme: mode, val } },
        validate_credentials: false,
      },
    });
    return `called: ${(await execute(`${slug.toUpperCase()}_GET_THING`, {}, made.id)).successful}`;
  };

  test.each(documented)("%s executes a call, or is refused when it is created", async (mode) => {
    const outcome = await use(mode).catch((error: unknown) => error);
    if (authSchemes[mode].missing === undefined) {
      expect(outcome).toBe("called: true");
    } else {
      const { reason } = authSchemes[mode].missing;
      expect(outcome).toMatchObject({
        status: 501,
        body: { error: { slug: "ConnectedAccount_SchemeUnsupported" } },
      });
      expect(JSON.stringify((outcome as { readonly body: unknown }).body)).toContain(reason);
    }
  });

  test.each([
    ["no account", "HEADER_GET_OPEN", () => ({})],
    ["an account", "HEADER_GET_OPEN", (header: string) => ({ connected_account_id: header })],
    ["an account for its address", "APP_OPEN", () => ({ connected_account_id: account })],
    ["a user for its address", "APP_OPEN", () => ({ user_id: "ada" })],
  ])("a tool without authentication sends nothing with %s", async (_, tool_slug, choose) => {
    const header = await connect("header", "API_KEY", { generic_api_key: "canary-1" });
    const done = await deployment.platform.tools.executeTool({
      tool_slug,
      body: { version: "latest", arguments: {}, ...choose(header) },
    });
    expect(done.successful).toBe(true);
    const { url, headers } = getLastRequest();
    expect(headers).not.toHaveProperty("x-token");
    expect([headers.authorization, headers["x-key"], headers.cookie]).toEqual(
      Array(3).fill(undefined),
    );
    expect(JSON.stringify([url, headers])).not.toContain("canary");
  });

  test("a tool without authentication is refused while nobody has chosen a part of its address", async () => {
    const call = deployment.platform.tools.executeTool({
      tool_slug: "APP_OPEN",
      body: { version: "latest", arguments: {} },
    });
    expect(await catchRefusal(call)).toBe("422 ToolExecution_AccountIncomplete");
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
      LOGIN: [{ type: "text/html" }, "failed with 200"],
      ANY_PAGE: [{ type: "text/html" }, "acted"],
      CUT: [{}, "failed with 200"],
      PROBLEM: [{ body: '{"detail":"no"}' }, "failed with 422"],
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
  });

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
