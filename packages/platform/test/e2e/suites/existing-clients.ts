import { expect, test } from "vitest";
import { goodKey } from "../application.ts";
import { refusalOf, type World } from "../world.ts";
import { connect, createConfig } from "./accounts.ts";

/** What clients of this API that we did not write send and expect. */
export function testExistingClients(world: () => World): void {
  test("commas of a list may be encoded, and a value with a comma is sent by repetition", async () => {
    const config = await createConfig(world(), "API_KEY");
    const val = { generic_api_key: goodKey };
    const both = await connect(world(), config, "API_KEY", val, { user_id: "comma,one" });
    const other = await connect(world(), config, "API_KEY", val, { user_id: "comma" });
    const idsOf = async (query: string): Promise<readonly string[]> => {
      const { body } = await send(world(), `/api/v3/connected_accounts?${query}`);
      return (body as { items: { id: string }[] }).items.map(({ id }) => id).sort();
    };
    const ids = await idsOf(`auth_config_ids=${config}&statuses=ACTIVE%2CEXPIRED`);
    expect(ids).toEqual([both, other].sort());
    expect(await idsOf("user_ids=comma%2Cnobody")).toEqual([other]);
    expect(await idsOf("user_ids=comma%2Cone&user_ids=nobody")).toEqual([both]);
    const { items } = await world().platform.connectedAccounts.listConnectedAccounts({
      user_ids: ["comma,one"],
    });
    expect(items.map(({ id }) => id)).toEqual([both]);
  });

  test("members that the document does not name are refused, with a line for each", async () => {
    const { status, body } = await send(world(), "/api/v3/auth_configs", {
      method: "POST",
      body: {
        toolkit: { slug: "acme", name: "Acme" },
        auth_config: {
          type: "use_custom_auth",
          authScheme: "API_KEY",
          tool_acess_config: { tools_available_for_execution: [] },
          proxy_config: { proxy_url: "https://proxy.example.com", user: "ada" },
        },
        x: 1,
      },
    });
    expect(status).toBe(400);
    expect(errorsOf(body)).toEqual([
      "body.toolkit.name: not allowed",
      "body.auth_config.proxy_config.user: not allowed",
      "body.auth_config.tool_acess_config: not allowed; did you mean tool_access_config?",
      "body.x: not allowed",
    ]);
  });

  test("tool_access_config decides which tools may be executed, through every path", async () => {
    const { platform } = world();
    const { auth_config } = await platform.authConfigs.createAuthConfig({
      body: {
        toolkit: { slug: "acme" },
        auth_config: {
          type: "use_custom_auth",
          authScheme: "API_KEY",
          tool_access_config: { tools_available_for_execution: ["ACME_GET_THING"] },
        },
      },
    });
    const nanoid = auth_config.id;
    const val = { generic_api_key: goodKey };
    const connected_account_id = await connect(world(), nanoid, "API_KEY", val);
    const execute = (tool_slug: string): Promise<string> =>
      refusalOf(platform.tools.executeTool({ tool_slug, body: { connected_account_id } }));
    const propose = (): Promise<string> =>
      refusalOf(
        platform.tools.proxyRequest({
          body: { endpoint: "/thing", method: "GET", connected_account_id },
        }),
      );
    const notAllowed = "403 ToolExecution_ToolNotAllowed";
    expect(await execute("ACME_GET_THING")).toBe("no error");
    expect([await execute("ACME_GET_LIMITED"), await propose()]).toEqual([notAllowed, notAllowed]);
    const everything = { tools_available_for_execution: [] };
    await platform.authConfigs.updateAuthConfig({
      nanoid,
      body: { tool_access_config: everything },
    });
    expect(await propose()).toBe("no error");
  });
}

/** The lines of a refused request. */
function errorsOf(body: unknown): unknown {
  return (body as { error?: { errors?: unknown } }).error?.errors;
}

/** A request as another client makes it, with the project's key. */
async function send(
  { url, keys }: World,
  path: string,
  { body, ...init }: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url + path, {
    ...init,
    headers: {
      "x-api-key": keys.project,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...init.headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}
