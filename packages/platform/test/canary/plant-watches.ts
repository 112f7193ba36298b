import { generateKeyPair, SignJWT } from "jose";
import { expect, vi } from "vitest";
import { patience } from "../../../../test/support/patience.ts";
import { goodKey } from "../e2e/application.ts";
import type { World } from "../e2e/world.ts";
import type { Planting } from "./planting.ts";

type Plant = Planting["secret"];

/** Watched lists: one through channels, and one through tokens of the application's own. */
export async function plantWatches(world: World, { secret, shown }: Planting): Promise<void> {
  await plantChannel(world, secret);
  await plantTokens(world, secret, shown);
}

/** A channel: its address and its token, which the application repeats in its answer. */
async function plantChannel(world: World, plant: Plant): Promise<void> {
  const { platform, application } = world;
  const { id } = await openWatch(world, "lookout");
  const opened = application.seen.find(({ path }) => path === "/api/channels");
  const { address, token } = JSON.parse(opened?.body ?? "{}");
  plant("token of a channel", token);
  plant("address of a channel", String(address).split("/").at(-1));
  for (const sent of [token, `${token}x`]) {
    const headers = { "x-channel-token": sent, "x-state": "changed" };
    await fetch(address, { method: "POST", headers }).then((response) => response.text());
  }
  await platform.triggerInstances.setTriggerStatus({ id, body: { status: "disable" } });
  const isStopped = () => application.seen.some(({ path }) => path === "/api/channels/stop");
  await vi.waitFor(() => expect(isStopped()).toBe(true), patience);
  await platform.logs.listToolExecutionLogs({ body: {} });
}

/** A watch that is opened with a value of the auth config. Its tokens cannot be verified, because the keys are missing. */
async function plantTokens(world: World, plant: Plant, show: Planting["shown"]): Promise<void> {
  const topic = plant("topic of a watch");
  const { url = "" } = await openWatch(world, "beacon", { topic });
  // The owner of the auth config enters it at the application.
  show("address of an auth config", url.split("/").at(-1) ?? "");
  const { privateKey } = await generateKeyPair("RS256");
  const token = await new SignJWT({ email: "push@example.com" })
    .setProtectedHeader({ alg: "RS256", kid: "one" })
    .sign(privateKey);
  for (const sent of [plant("token of a delivery", token), plant("text in place of a token")]) {
    await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${sent}`, "content-type": "application/json" },
      body: JSON.stringify({ message: { data: plant("data of a delivery") } }),
    }).then((response) => response.text());
  }
  await world.platform.logs.listToolExecutionLogs({ body: {} });
}

/** An instance of a toolkit of lookout.ts, when its watch is open. */
async function openWatch(
  { platform }: World,
  slug: "lookout" | "beacon",
  credentials: Readonly<Record<string, string>> = {},
): Promise<{ readonly id: string; readonly url: string | undefined }> {
  const { auth_config: config } = await platform.authConfigs.createAuthConfig({
    body: {
      toolkit: { slug },
      auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials },
    },
  });
  const account = await platform.connectedAccounts.createConnectedAccount({
    body: {
      auth_config: { id: config.id },
      connection: {
        user_id: "of a channel",
        state: { authScheme: "API_KEY", val: { status: "ACTIVE", generic_api_key: goodKey } },
      },
    },
  });
  const upserted = await platform.triggerInstances.upsertTrigger({
    slug: `${slug.toUpperCase()}_SHIP_SIGHTED`,
    body: { connected_account_id: account.id },
  });
  const id = upserted?.trigger_id ?? "";
  const read = async () => {
    const { items } = await platform.triggerInstances.listActiveTriggers({ trigger_ids: [id] });
    return items[0]?.trigger_data;
  };
  await vi.waitFor(async () => expect(await read()).toBeDefined(), patience);
  return { id, url: upserted?.webhook?.url };
}
