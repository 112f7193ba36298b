import type { ServerResponse } from "node:http";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Deployment, runInDeployment, startDeployment } from "../oauth/deployment.ts";
import { browse, departToProvider } from "../oauth/http-sign-in.ts";
import {
  type HostileAnswer,
  type HostileApplication,
  startHostileApplication,
} from "./application.ts";

const nested = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const nestedMembers = (levels: number): string =>
  `${'{"inner":'.repeat(levels)}{}${"}".repeat(levels)}`;

describe("an application whose answers are hostile", () => {
  let application: HostileApplication;
  let deployment: Deployment;
  let oauth: string;
  let account: string;

  beforeAll(async () => {
    application = await startHostileApplication();
    // Tokens that expire soon are refreshed by jobs too. Without a worker, a test knows which call is the next one.
    deployment = await startDeployment({ PLATFORM_ROLE: "api" }, () => [application.document]);
    const create = async (
      authScheme: "OAUTH2" | "API_KEY",
      credentials: Record<string, string>,
    ) => {
      const auth_config = { type: "use_custom_auth", authScheme, credentials } as const;
      const body = { toolkit: { slug: "siren" }, auth_config };
      return (await deployment.platform.authConfigs.createAuthConfig({ body })).auth_config.id;
    };
    oauth = await create("OAUTH2", { client_id: "client", client_secret: "client-secret" });
    const { id } = await deployment.platform.connectedAccounts.createConnectedAccount({
      body: {
        auth_config: { id: await create("API_KEY", {}) },
        connection: {
          user_id: "ada",
          state: { authScheme: "API_KEY", val: { status: "ACTIVE", generic_api_key: "k" } },
        },
        validate_credentials: false,
      },
    });
    account = id;
  });
  afterAll(async () => {
    await deployment.close();
    await application.close();
  });

  const execute = (connected_account_id = account) =>
    deployment.platform.tools.executeTool({
      tool_slug: "SIREN_GET_THING",
      body: { version: "latest", arguments: {}, connected_account_id },
    });
  const readLog = async (id: string) => {
    const body = { filters: { log_ids: [id] } };
    return (await deployment.platform.logs.listToolExecutionLogs({ body })).logs[0];
  };
  const read = (nanoid: string) =>
    deployment.platform.connectedAccounts.getConnectedAccount({ nanoid });
  /** Connects an account whose token endpoint answers with `tokens`. Returns its id and the page in the browser. */
  const connect = async (tokens: HostileAnswer, query: Record<string, string> = { code: "c" }) => {
    application.tokens = tokens;
    const link = await deployment.platform.connectedAccounts.createLink({
      body: { auth_config_id: oauth, user_id: "ada" },
    });
    const { authorization, cookie } = await departToProvider(link.redirect_url);
    const callback = new URL(authorization.searchParams.get("redirect_uri") ?? "");
    callback.searchParams.set("state", authorization.searchParams.get("state") ?? "");
    for (const [name, value] of Object.entries(query)) {
      callback.searchParams.set(name, value);
    }
    const { status } = await browse(callback, { cookie });
    return { id: link.connected_account_id, status };
  };
  const granted = (members: object): string =>
    JSON.stringify({ access_token: "token-1", token_type: "Bearer", ...members });

  const things: Readonly<Record<string, HostileAnswer>> = {
    "U+0000 in values and names": '{"name":"a\\u0000b","\\u0000":"c"}',
    "lone surrogates": '{"name":"\\ud800","\\udfff":"c"}',
    "two hundred thousand levels of lists": nested(200_000),
    "two hundred thousand levels of members": nestedMembers(200_000),
    "ten thousand levels where the document has a circle": nestedMembers(10_000),
    "a number that no double holds": '{"name":1e999999}',
    __proto__: '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    "a text that is not JSON": '{"name":',
    nothing: "",
    null: "null",
    "bytes that are not UTF-8": (outgoing) =>
      outgoing
        .writeHead(200, { "content-type": "application/json" })
        .end(Buffer.from([0x22, 0xff, 0xfe, 0x00, 0x22])),
    "a character set that nobody knows": (outgoing) =>
      outgoing.writeHead(200, { "content-type": "text/plain;charset=\u00ff\u00fe" }).end("a"),
    "a content type that is not one": (outgoing) =>
      outgoing.writeHead(200, { "content-type": ";;;\u00ff" }).end("a"),
  };

  const unreadable = new Set(["a text that is not JSON", "bytes that are not UTF-8"]);

  test.each(Object.entries(things))(
    "%s in the answer of a tool is an answer, and is logged",
    async (name, answer) => {
      application.thing = answer;
      const done = await execute();
      // JSON that cannot be read is no success.
      const successful = !unreadable.has(name);
      expect(done.successful).toBe(successful);
      expect(await readLog(done.log_id)).toMatchObject({ successful, status_code: 200 });
      expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    },
  );

  const answerFailing = (body: string) => (outgoing: ServerResponse) =>
    outgoing.writeHead(404, { "content-type": "text/plain" }).end(body);

  test("an error text with U+0000 reaches the caller and the log as it is", async () => {
    application.thing = answerFailing("no\u0000such \ud83d thing");
    const done = await execute();
    expect(done).toMatchObject({
      successful: false,
      error: expect.stringContaining("no\u0000such"),
    });
    expect((await readLog(done.log_id))?.error).toBe(done.error);
  });

  test("a log that cannot be written is a warning, and the caller gets the answer", async () => {
    application.thing = '{"name":"kept"}';
    // A log is begun before the call and completed afterwards, by an update of its row.
    const run = (statement: string) =>
      runInDeployment(deployment, async ({ trx }) => {
        await sql`set local role none`.execute(trx);
        await sql.raw(statement).execute(trx);
      });
    await run(`create function refuse_outcome() returns trigger language plpgsql as
      $$ begin raise exception 'This outcome is refused.' using errcode = '42501'; end $$`);
    await run(`create trigger refuse_outcome before update on tool_execution_logs
      for each row execute function refuse_outcome()`);
    try {
      expect(await execute()).toMatchObject({ successful: true, data: { name: "kept" } });
      application.thing = (outgoing) => outgoing.destroy();
      await expect(execute()).rejects.toMatchObject({ status: 502 });
    } finally {
      await run("drop function refuse_outcome cascade");
    }
    const warnings = deployment.log.filter((line) => line.includes("execution was not logged"));
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toContain("42501");
  });

  test.each([
    [1e12, 366 * 86_400],
    [2.5, 2],
    ["3600", 3600],
    [" 60 ", 60],
    [-5, undefined],
    [0, undefined],
    ["soon", undefined],
    [true, undefined],
    [[7], undefined],
    [{}, undefined],
    [null, undefined],
  ])("a token that ends in %j seconds is stored with a life of %j", async (expires_in, seconds) => {
    const { id, status } = await connect(granted({ expires_in, refresh_token: "refresh-1" }));
    expect(status).toBe(200);
    const { status: stored, state } = await read(id);
    expect([stored, state.val.expires_in]).toEqual(["ACTIVE", seconds]);
    application.thing = "{}";
    expect((await execute(id)).successful).toBe(true);
  });

  test.each([
    ["CR and LF", "token\r\nX-Evil: 1"],
    ["U+0000", "tok\u0000en"],
    ["a lone surrogate", "tok\ud800en"],
    ["letters that no header holds", "tok\u0142en"],
    ["nothing", ""],
    ["a number", 5],
    ["a list", ["token"]],
  ])("an access token of %s is not granted, and the account says so", async (_, access_token) => {
    const { id, status } = await connect(granted({ access_token }));
    expect(status).toBe(200);
    expect((await read(id)).status).toBe("FAILED");
  });

  test.each([
    ["two hundred thousand levels", nested(200_000)],
    ["null", "null"],
    ["a text", '"granted"'],
    ["nothing", ""],
    ["an error that is an object", '{"error":{"message":"no\\u0000"}}'],
    ["an error with U+0000", '{"error":"a\\u0000b","error_description":"c\\u0000d\\ud800"}'],
  ])("a token endpoint that answers %s fails the account, and nothing else", async (_, answer) => {
    const { id, status } = await connect(answer);
    expect(status).toBe(200);
    expect((await read(id)).status).toBe("FAILED");
  });

  test("further members of a token answer may hold anything", async () => {
    const strange = "a\u0000b\r\n\ud800";
    const { id } = await connect(
      granted({ scope: strange, token_type: strange, id_token: strange }),
    );
    expect((await read(id)).status).toBe("ACTIVE");
    application.thing = "{}";
    expect((await execute(id)).successful).toBe(true);
  });

  test("an error with U+0000 that a browser brings to the callback fails the account", async () => {
    const error = { error: "access\u0000denied", error_description: "no\u0000 \ufffd" };
    const { id, status } = await connect("{}", error);
    expect(status).toBe(200);
    expect(await read(id)).toMatchObject({ status: "FAILED", status_reason: "no \ufffd" });
  });

  test.each([
    ["an access token with CR LF", { access_token: "a\r\nb" }],
    ["no access token", { access_token: undefined }],
    ["an access token that is a number", { access_token: 1 }],
  ])(
    "a rotated refresh token beside %s is kept, and the next refresh uses it",
    async (_, wrong) => {
      const first = granted({ expires_in: 1, refresh_token: "first" });
      const { id } = await connect(first);
      application.thing = "{}";
      application.tokens = granted({ ...wrong, refresh_token: "second" });
      const refresh = () =>
        deployment.platform.connectedAccounts.refreshConnectedAccount({
          nanoid: id,
          body: { validate_credentials: false },
        });
      await expect(refresh()).rejects.toMatchObject({ status: 503 });
      application.tokens = granted({
        access_token: "good",
        refresh_token: "third",
        expires_in: 3600,
      });
      expect(await refresh()).toMatchObject({ status: "ACTIVE" });
      expect(application.tokenCalls.at(-1)?.get("refresh_token")).toBe("second");
      expect((await execute(id)).successful).toBe(true);
    },
  );
});
