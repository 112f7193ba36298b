import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { goodKey } from "../application.ts";
import { catchRefusal, type World } from "../world.ts";
import { browse } from "./hosted-pages.ts";

function describeStations(server: object, security: object = { key: [] }): Record<string, unknown> {
  const responses = { "200": { description: "Done." } };
  return {
    openapi: "3.1.0",
    info: { title: "Stations", version: "1" },
    servers: [server],
    security: [security],
    components: {
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-Key", description: "Settings, then Keys." },
        second: { type: "apiKey", in: "header", name: "X-Second" },
      },
    },
    paths: {
      "/thing": {
        get: { operationId: "getThing", summary: "Get the thing", responses },
        head: { operationId: "seeThing", summary: "See the thing", security: [], responses },
      },
    },
  };
}

const station = {
  default: "9",
  enum: ["1", "9"],
  description: "The number of your station.",
};

/**
 * Imported documents whose server has variables. Station 1 is the user's own, and station 9 is the placeholder of the
 * document, where somebody else would read the credentials.
 */
export function testServerVariables(world: () => World): void {
  let servers: readonly Server[];
  let port: number;
  /** The station and the key of each call. */
  const seen: (readonly [station: string, key: unknown])[] = [];
  const brought: string[] = [];

  beforeAll(async () => {
    const listen = async (number: string, at: number): Promise<Server> => {
      const server = createServer(({ headers }, outgoing) => {
        seen.push([number, headers["x-key"]]);
        const isWrong = headers["x-key"] === "wrong-key";
        outgoing.writeHead(isWrong ? 401 : 200, { "content-type": "application/json" }).end("{}");
      });
      await new Promise<void>((resolve) => {
        server.listen(at, `127.0.0.${number}`, resolve);
      });
      return server;
    };
    const own = await listen("1", 0);
    ({ port } = own.address() as AddressInfo);
    servers = [own, await listen("9", port)];
  });

  afterAll(async () => {
    for (const slug of brought) {
      await world().platform.toolkits.deleteToolkit({ slug });
    }
    for (const server of servers) {
      server.close();
    }
  });

  /** Imports a document as a toolkit with one auth config; returns the report of the import and the auth config. */
  const bring = async (slug: string, document: Record<string, unknown>, base_url?: string) => {
    const { platform } = world();
    brought.push(slug);
    const { import_report: report } = await platform.toolkits.importToolkit({
      body: { slug, document, ...(base_url !== undefined && { base_url }) },
    });
    const { auth_config } = await platform.authConfigs.createAuthConfig({
      body: {
        toolkit: { slug },
        auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
      },
    });
    return { report, authConfigId: auth_config.id };
  };

  const connect = (authConfigId: string, val: Record<string, unknown>) =>
    world().platform.connectedAccounts.createConnectedAccount({
      body: {
        auth_config: { id: authConfigId },
        connection: { state: { authScheme: "API_KEY", val: { status: "ACTIVE", ...val } } },
      },
    });

  const execute = (tool_slug: string, connected_account_id: string) =>
    world().platform.tools.executeTool({
      tool_slug,
      body: { connected_account_id, arguments: {} },
    });

  test("a variable of the server is a field of the connection, asked for, stored and used", async () => {
    const { platform } = world();
    const url = `http://127.0.0.{station}:${port}/api`;
    const { report, authConfigId } = await bring(
      "stations",
      describeStations({ url, variables: { station } }),
    );
    expect(report.notes).toContainEqual({
      place: "/servers/0/variables/station",
      reason: expect.stringContaining("Each connection"),
    });
    const toolkit = await platform.toolkits.getToolkit({ slug: "stations" });
    expect(
      toolkit.auth_config_details?.[0]?.fields.connected_account_initiation.required,
    ).toContainEqual({
      name: "station",
      displayName: "Station",
      type: "string",
      description: station.description,
      required: true,
      default: "9",
      enum: ["1", "9"],
      is_secret: false,
    });

    // The placeholder is nobody's choice.
    expect(await catchRefusal(connect(authConfigId, { generic_api_key: goodKey }))).toBe(
      "400 ConnectedAccount_CredentialsMissing",
    );
    expect(
      await catchRefusal(connect(authConfigId, { generic_api_key: goodKey, station: "2" })),
    ).toBe("400 Validation_Failed");
    const made = await connect(authConfigId, { generic_api_key: goodKey, station: "1" });
    expect(await execute("STATIONS_GET_THING", made.id)).toMatchObject({ successful: true });
    // The address of the second call needs the account, and the call itself needs no key.
    expect(await execute("STATIONS_SEE_THING", made.id)).toMatchObject({ successful: true });
    expect(seen).toEqual([
      ["1", goodKey],
      ["1", undefined],
    ]);

    // The page asks for it too, with the choices and the suggestion of the document.
    const link = await platform.connectedAccounts.createLink({
      body: { auth_config_id: authConfigId, user_id: "ada" },
    });
    const page = await (await browse(world(), link.redirect_url)).text();
    expect(page).toContain(station.description);
    expect(page).toMatch(/<select id="station"[^>]*>\s*<option>1<\/option>\s*<option selected>9</);
    const form = { generic_api_key: goodKey, station: "1", link_action: "keep" };
    expect((await browse(world(), link.redirect_url, { form })).status).toBe(200);
    await execute("STATIONS_GET_THING", link.connected_account_id);
    const account = await platform.connectedAccounts.getConnectedAccount({
      nanoid: link.connected_account_id,
    });
    expect(account.state.val).toMatchObject({ station: "1" });
    expect(seen.filter(([number]) => number === "9")).toEqual([]);
  });

  test("an account without a value for a variable is refused, by name, and nothing is sent", async () => {
    const { platform } = world();
    const before = seen.length;
    const fixed = describeStations({ url: `http://127.0.0.1:${port}/api` });
    const { authConfigId } = await bring("moving", fixed);
    const { id } = await connect(authConfigId, { generic_api_key: goodKey });
    const url = `http://127.0.0.{station}:${port}/api`;
    for (const server of [{ url, variables: { station } }, { url }]) {
      await platform.toolkits.replaceToolkit({
        slug: "moving",
        body: { document: describeStations(server) },
      });
      const refused = execute("MOVING_GET_THING", id);
      expect(await catchRefusal(refused)).toBe("422 ToolExecution_AccountIncomplete");
      await expect(refused).rejects.toMatchObject({
        body: { error: { errors: [expect.stringContaining("state.val.station")] } },
      });
      const proxied = platform.tools.proxyRequest({
        body: { connected_account_id: id, endpoint: "/thing", method: "GET" },
      });
      expect(await catchRefusal(proxied)).toBe("422 ToolExecution_AccountIncomplete");
      const { session_id } = await platform.toolRouter.createSession({
        body: { user_id: "default" },
      });
      const inSession = platform.toolRouter.executeSessionTool({
        session_id,
        body: { tool_slug: "MOVING_GET_THING", arguments: {} },
      });
      expect(await catchRefusal(inSession)).toBe("422 ToolExecution_AccountIncomplete");
      // Neither are the caller's own credentials sent there, nor calls without any.
      const parameters = [{ name: "X-Key", in: "header" as const, value: goodKey }];
      for (const body of [{ custom_auth_params: { parameters } }, {}]) {
        const alone = platform.tools.executeTool({
          tool_slug: "MOVING_SEE_THING",
          body: { arguments: {}, ...body },
        });
        expect(await catchRefusal(alone)).toBe("422 ToolExecution_AccountIncomplete");
      }
    }
    expect(seen.length).toBe(before);
  });

  test("a host that is one variable is the user's own, and needs no description", async () => {
    const { authConfigId } = await bring("hosted", describeStations({ url: "http://{host}/api" }));
    const { id } = await connect(authConfigId, {
      generic_api_key: goodKey,
      host: `127.0.0.1:${port}`,
    });
    expect(await execute("HOSTED_GET_THING", id)).toMatchObject({ successful: true });
  });

  test("every member of state.val is kept, or refused by its name", async () => {
    const { platform } = world();
    const { authConfigId } = await bring(
      "pairs",
      describeStations({ url: `http://127.0.0.1:${port}/api` }, { key: [], second: [] }),
    );
    const { id } = await connect(authConfigId, {
      generic_api_key: goodKey,
      second: "canary-second-key",
      region: "eu",
    });
    const account = await platform.connectedAccounts.getConnectedAccount({ nanoid: id });
    expect(account.state.val).toMatchObject({ second: "cana...", region: "eu" });
    // The members that a link prefills and its form does not ask for are kept too.
    const link = await platform.connectedAccounts.createLink({
      body: {
        auth_config_id: authConfigId,
        user_id: "ada",
        connection_data: {
          authScheme: "API_KEY",
          val: { region: "eu", second: "canary-second-key" },
        },
      },
    });
    const form = { generic_api_key: goodKey, link_action: "keep" };
    await browse(world(), link.redirect_url, { form });
    const linked = await platform.connectedAccounts.getConnectedAccount({
      nanoid: link.connected_account_id,
    });
    expect(linked.state.val).toMatchObject({ status: "ACTIVE", second: "cana...", region: "eu" });
    for (const [name, value] of Object.entries({
      access_token: "t",
      refresh_token: "t",
      redirectUrl: "https://a.example",
      code_verifier: "v",
      client_secret: "s",
    })) {
      const refused = connect(authConfigId, { generic_api_key: goodKey, [name]: value });
      await expect(refused, name).rejects.toMatchObject({
        status: 400,
        body: {
          error: { errors: [expect.stringContaining(`body.connection.state.val.${name}: `)] },
        },
      });
    }
  });

  test("a reading operation of an imported document tries credentials, and answers say if nothing did", async () => {
    const { platform } = world();
    const url = `http://127.0.0.1:${port}/api`;
    const document = describeStations({ url });
    const { servers: _, ...withoutServers } = document;
    expect(
      await catchRefusal(
        platform.toolkits.importToolkit({ body: { slug: "tried", document: withoutServers } }),
      ),
    ).toBe("400 Toolkit_DocumentInvalid");
    const { authConfigId } = await bring("tried", withoutServers, url);
    const make = (id: string, key: string) =>
      platform.connectedAccounts.createConnectedAccount({
        body: {
          auth_config: { id },
          connection: {
            state: { authScheme: "API_KEY", val: { status: "ACTIVE", generic_api_key: key } },
          },
          validate_credentials: true,
        },
      });
    expect(await catchRefusal(make(authConfigId, "wrong-key"))).toBe(
      "400 ConnectedAccount_CredentialsRejected",
    );
    expect(await make(authConfigId, goodKey)).toMatchObject({ credentials_checked: true });

    const body = { required: true, content: { "application/json": { schema: {} } } };
    const responses = { "200": { description: "Done." } };
    const paths = { "/thing": { post: { operationId: "change", requestBody: body, responses } } };
    const untried = await bring("untried", { ...document, paths });
    expect(await make(untried.authConfigId, "wrong-key")).toMatchObject({
      credentials_checked: false,
      status: "ACTIVE",
    });
    const link = await platform.connectedAccounts.createLink({
      body: { auth_config_id: untried.authConfigId, user_id: "ada" },
    });
    const page = await (await browse(world(), link.redirect_url)).text();
    expect(page).toContain("Settings, then Keys");
    const form = { generic_api_key: "wrong-key" };
    const done = await (await browse(world(), link.redirect_url, { form })).text();
    expect(done).toContain("Saved, not checked");
    const again = await (await browse(world(), link.redirect_url)).text();
    expect(again).toContain("Saved, not checked");
    expect(again).not.toContain("is connected");
  });
}
