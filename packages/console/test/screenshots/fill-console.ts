import { createHash } from "node:crypto";
import {
  breakTriggersAndWebhooks,
  fillActivity,
} from "../../../platform/test/console/fill-activity.ts";
import { expireAccounts } from "../../../platform/test/e2e/expire-accounts.ts";
import type { World } from "../../../platform/test/e2e/world.ts";

/** Fills a project with something for each page: a busy day, accounts, triggers, a subscription and files. */
export async function fillConsole(world: World): Promise<void> {
  const { platform } = world;
  await fillActivity(world);
  const { auth_config } = await platform.authConfigs.createAuthConfig({
    body: {
      toolkit: { slug: "example" },
      auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
    },
  });
  const connect = (user_id: string): Promise<unknown> =>
    platform.connectedAccounts.createConnectedAccount({
      body: {
        auth_config: { id: auth_config.id },
        connection: {
          user_id,
          state: {
            authScheme: "API_KEY",
            val: { status: "ACTIVE", generic_api_key: "example-key" },
          },
        },
      },
    });
  await connect("ada@example.com");
  await expireAccounts(world, "The application refused the key.");
  await connect("grace@example.com");
  await platform.triggerInstances.upsertTrigger({
    slug: "SHOP_ORDER_ADDED",
    body: { user_id: "grace@example.com", trigger_config: { size: "large" } },
  });
  await breakTriggersAndWebhooks(world);
  await makeAgents(world);
  const bytes = "a menu";
  const upload = await platform.files.requestFileUpload({
    body: {
      toolkit_slug: "shop",
      tool_slug: "SHOP_ADD_PHOTO",
      filename: "menu.pdf",
      mimetype: "application/pdf",
      md5: createHash("md5").update(bytes).digest("hex"),
    },
  });
  const headers = { "content-type": "application/pdf" };
  await fetch(upload.new_presigned_url, { method: "PUT", body: bytes, headers });
}

/** Makes an MCP server, and sessions of which one was used. */
async function makeAgents({ platform, url }: World): Promise<void> {
  await platform.mcp.createCustomMcpServer({
    body: {
      name: "Support tools",
      toolkits: ["example", "shop"],
      allowed_tools: ["EXAMPLE_SAY_HELLO", "SHOP_CREATE_ORDER"],
    },
  });
  await platform.toolRouter.createSession({ body: { user_id: "ada@example.com" } });
  const toolkits = { enabled: ["example", "shop"] };
  const body = { user_id: "grace@example.com", toolkits };
  const { session_id } = await platform.toolRouter.createSession({ body });
  await fetch(`${url}/tool_router/${session_id}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
  });
}
