import { expect, test } from "vitest";
import { goodKey } from "../application.ts";
import type { World } from "../world.ts";
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
