import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import type { Schemas } from "../../../../src/base/api-types.ts";
import { goodKey } from "../../application.ts";
import { catchRefusal, type World } from "../../world.ts";
import { connect, createConfig } from "../accounts.ts";

type Result = Schemas["ConnectedAccountImportResult"];

/** Connections that people bring from elsewhere, alone and in bulk. */
export function testExistingConnections(world: () => World): void {
  const lineOf = (config: string, user_id: string, more: object = {}) => ({
    auth_config: { id: config },
    connection: {
      user_id,
      state: { authScheme: "API_KEY", val: { status: "ACTIVE", generic_api_key: goodKey } },
    },
    ...more,
  });
  /** An import whose lines are sent one by one. */
  const open = (key?: string): ClientRequest =>
    request(`${world().url}/api/v3/connected_accounts/import`, {
      method: "POST",
      headers: {
        "x-api-key": world().keys.project,
        "content-type": "application/x-ndjson",
        ...(key !== undefined && { "idempotency-key": key }),
      },
    });
  const importAll = async (body: string, key?: string) => {
    const response = await world().coverage.fetch(
      new Request(`${world().url}/api/v3/connected_accounts/import`, {
        method: "POST",
        headers: {
          "x-api-key": world().keys.project,
          "content-type": "application/x-ndjson",
          ...(key !== undefined && { "idempotency-key": key }),
        },
        body,
      }),
    );
    const text = await response.text();
    const results = response.status === 200 ? readResults(text) : [];
    return { status: response.status, text, results };
  };
  const countAccounts = async (user: string): Promise<number> =>
    (await world().platform.connectedAccounts.listConnectedAccounts({ user_ids: [user] }))
      .total_items;

  test("each line has its result as soon as it is known, while the next ones are still to come", async () => {
    const config = await createConfig(world(), "API_KEY");
    const sent = open();
    sent.write(`${JSON.stringify(lineOf(config, "bulk-1"))}\n`);
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("application/x-ndjson");
    const results = createInterface({ input: response })[Symbol.asyncIterator]();
    const next = async (): Promise<Result> => JSON.parse((await results.next()).value ?? "null");
    const first = await next();
    expect(first).toMatchObject({ line: 1, status: "ACTIVE", error: null });
    const used = await world().platform.tools.executeTool({
      tool_slug: "ACME_GET_THING",
      body: { connected_account_id: first.id ?? "" },
    });
    expect(used.successful).toBe(true);
    sent.end(`\n${JSON.stringify(lineOf("ac_000000000000", "bulk-1"))}\n`);
    expect(await next()).toMatchObject({
      line: 2,
      id: null,
      error: { slug: "AuthConfig_NotFound", status: 404 },
    });
    expect((await results.next()).done).toBe(true);
  });

  test("an import that was cut off goes on where it ended, and no line makes two accounts", async () => {
    const config = await createConfig(world(), "API_KEY");
    const lines = Array.from({ length: 130 }, (_, index) =>
      JSON.stringify(lineOf(config, "cut-off", { alias: `home ${index}` })),
    );
    const sent = open("cut off");
    sent.on("error", () => {});
    sent.write(`${lines.slice(0, 60).join("\n")}\n`);
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    await once(response, "data");
    sent.destroy();
    const body = lines.join("\n");
    const [one, other] = await Promise.all([
      importAll(body, "cut off"),
      importAll(body, "cut off"),
    ]);
    expect(one.results.map(({ error }) => error)).toEqual(lines.map(() => null));
    expect(other.results.map(({ id }) => id)).toEqual(one.results.map(({ id }) => id));
    expect(one.results[0]).toMatchObject({ line: 1, repeated: true, status: "ACTIVE" });
    expect(await countAccounts("cut-off")).toBe(lines.length);
    const nanoid = one.results[0]?.id ?? "";
    await world().platform.connectedAccounts.deleteConnectedAccount({ nanoid });
    const rest = await importAll(lines[0] ?? "", "cut off");
    expect(rest.results).toEqual([
      { line: 1, id: nanoid, status: null, repeated: true, error: null },
    ]);
    expect((await importAll(lines[0] ?? "", "another")).results[0]).not.toHaveProperty("repeated");
  });

  test("lines are refused alone, with the lines that other requests get", async () => {
    const config = await createConfig(world(), "API_KEY");
    const oauth = await createConfig(world(), "OAUTH2");
    const lines = [
      { auth_config: { id: config }, connections: {} },
      lineOf(oauth, "alone", { validate_credentials: true }),
      { auth_config: { id: oauth }, connection: { user_id: "alone" } },
      lineOf(config, "alone", { alias: "home", validate_credentials: true }),
      lineOf(config, "alone", { alias: "home" }),
    ];
    const { results } = await importAll(lines.map((line) => JSON.stringify(line)).join("\n"));
    expect(results.map(({ error, status }) => error?.slug ?? status)).toEqual([
      "Validation_Failed",
      "ConnectedAccount_SchemeMismatch",
      "ConnectedAccount_CredentialsMissing",
      "ACTIVE",
      "ConnectedAccount_AliasTaken",
    ]);
    expect(results[0]?.error?.errors).toEqual([
      "body.connection: required",
      "body.connections: not allowed; did you mean connection?",
    ]);
    expect(results[3]?.credentials_checked).toBe(true);
    const wrong = lineOf(config, "alone", { validate_credentials: true });
    wrong.connection.state.val.generic_api_key = "wrong";
    const refused = await importAll(JSON.stringify(wrong));
    expect(refused.results[0]?.error?.slug).toBe("ConnectedAccount_CredentialsRejected");
  });

  test("a line that is no JSON or has no end is the last one, and as the first one refuses the request", async () => {
    const config = await createConfig(world(), "API_KEY");
    const line = JSON.stringify(lineOf(config, "broken-off"));
    const ends = [
      ["{", "Validation_Failed"],
      ["[]", "Validation_Failed"],
      [`"${"x".repeat(300_000)}`, "Request_BodyTooLarge"],
    ] as const;
    for (const [end, slug] of ends) {
      const { results } = await importAll(`${line}\n${end}\n${line}`);
      expect(results.map(({ line: number, error }) => [number, error?.slug])).toEqual([
        [1, undefined],
        [2, slug],
      ]);
      const alone = await importAll(end);
      expect(alone.status).toBe(slug === "Validation_Failed" ? 400 : 413);
      expect(alone.text).toContain(slug);
    }
    expect(await importAll("\n\n")).toMatchObject({ status: 200, results: [] });
  });

  test("credentials and the alias of an account are changed, checked if that is wanted, and merged", async () => {
    const { connectedAccounts, projects } = world().platform;
    const config = await createConfig(world(), "API_KEY", [], "quay");
    const nanoid = await connect(world(), config, "API_KEY", {
      generic_api_key: "key-before-0123",
      region: "eu",
    });
    const update = async (body: Schemas["UpdateConnectedAccountRequest"]) =>
      await connectedAccounts.updateConnectedAccount({ nanoid, body });
    await projects.updateProjectConfig({ body: { mask_secret_keys_in_connected_account: false } });
    expect(await update({ alias: "port" })).toMatchObject({ alias: "port", status: "ACTIVE" });
    await update({ connection: { state: { val: { api_key: "key-after-01234" } } } });
    await update({ connection: { state: { val: { generic_api_key: "key-...", region: "" } } } });
    const { state, params, alias } = await connectedAccounts.getConnectedAccount({ nanoid });
    expect(state.val).toEqual({ status: "ACTIVE", generic_api_key: "key-after-01234" });
    expect([params, alias]).toEqual([{ generic_api_key: "key-after-01234" }, "port"]);
    await projects.updateProjectConfig({ body: { mask_secret_keys_in_connected_account: true } });
    const change = (val: object, authScheme?: "BASIC") =>
      catchRefusal(
        update({ connection: { state: { val: { ...val }, ...(authScheme && { authScheme }) } } }),
      );
    expect(await change({ generic_api_key: "" })).toBe("400 ConnectedAccount_CredentialsMissing");
    expect(await change({ redirectUrl: "x" })).toBe("400 Validation_Failed");
    expect(await change({}, "BASIC")).toBe("400 ConnectedAccount_SchemeMismatch");
    expect(await catchRefusal(update({ alias: "ca_0123456789ab" }))).toBe("400 Validation_Failed");
    expect((await update({ alias: null })).alias).toBeNull();
    const checked = await createConfig(world(), "API_KEY");
    const other = await connect(world(), checked, "API_KEY", { generic_api_key: goodKey });
    const refused = connectedAccounts.updateConnectedAccount({
      nanoid: other,
      body: {
        connection: { state: { val: { generic_api_key: "wrong" } } },
        validate_credentials: true,
      },
    });
    expect(await catchRefusal(refused)).toBe("400 ConnectedAccount_CredentialsRejected");
    await world().platform.authConfigs.setAuthConfigStatus({ nanoid: config, status: "DISABLED" });
    expect(await change({ region: "us" })).toBe("422 ConnectedAccount_AuthConfigDisabled");
    const gone = connectedAccounts.updateConnectedAccount({
      nanoid: "ca_0123456789ab",
      body: {},
    });
    expect(await catchRefusal(gone)).toBe("404 ConnectedAccount_NotFound");
  });

  test("credentials complete an account that waits for its user, and leave one that was switched off", async () => {
    const { connectedAccounts } = world().platform;
    const auth_config_id = await createConfig(world(), "API_KEY");
    const { connected_account_id: nanoid, redirect_url } = await connectedAccounts.createLink({
      body: { auth_config_id, user_id: "waits", alias: "later" },
    });
    const body = { connection: { state: { val: { generic_api_key: goodKey } } } };
    expect(await connectedAccounts.updateConnectedAccount({ nanoid, body })).toMatchObject({
      status: "ACTIVE",
      alias: "later",
    });
    expect((await fetch(redirect_url, { method: "POST" })).status).toBe(404);
    await connectedAccounts.setConnectedAccountStatus({ nanoid, body: { enabled: false } });
    const changed = await connectedAccounts.updateConnectedAccount({ nanoid, body });
    expect(changed.status).toBe("INACTIVE");
    await connectedAccounts.setConnectedAccountStatus({ nanoid, body: { enabled: true } });
    expect((await connectedAccounts.getConnectedAccount({ nanoid })).status).toBe("ACTIVE");
  });
}

function readResults(text: string): readonly Result[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Result);
}
