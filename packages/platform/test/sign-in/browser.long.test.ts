import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, startBrowser } from "../../../../test/support/browser.ts";
import { findNeed } from "../../../../test/support/needs.ts";
import { goodKey } from "../e2e/application.ts";
import { connect, createConfig } from "../e2e/suites/accounts.ts";
import { startWorld, type World } from "../e2e/world.ts";
import {
  type AuthorizationServer,
  client as oidcClient,
  startAuthorizationServer,
} from "../oauth/authorization-server.ts";
import { openPage } from "../oauth/sign-in.ts";
import { type LocalClient, startLocalClient } from "./support/local-client.ts";
import { type OwnApplication, startOwnApplication } from "./support/own-application.ts";
import { handOverSecret } from "./support/person.ts";

const chromium = findNeed("chromium");

describe.skipIf(chromium === undefined)("an SDK client that knows only a URL", () => {
  let world: World;
  let browser: Browser;
  let application: OwnApplication;
  let provider: AuthorizationServer;
  let url: string;
  let issuer: string;
  beforeAll(async () => {
    [world, browser, application, provider] = await Promise.all([
      startWorld(),
      startBrowser(chromium ?? ""),
      startOwnApplication(),
      startAuthorizationServer(),
    ]);
    const { platform, serving } = world;
    const config = await createConfig(world, "API_KEY");
    await connect(world, config, "API_KEY", { generic_api_key: goodKey }, { user_id: "ada" });
    const { id } = await platform.mcp.createMcpServer({
      body: { name: "Tools of Acme", auth_config_ids: [config], allowed_tools: [] },
    });
    const { project } = await platform.auth.getSessionInfo({});
    url = `${serving.platform.baseUrl}/mcp/${id}`;
    issuer = `${serving.platform.baseUrl}/oauth/${project?.id}`;
    application.trust(issuer);
  });
  afterAll(async () => {
    await browser?.close();
    await application?.close();
    await provider?.close();
    await world?.close();
  });

  const handOver = () =>
    world.platform.projects.updateProjectConfig({
      body: { mcp_sign_in: { type: "handover", url: application.url, secret: handOverSecret } },
    });

  /** Signs in at the application, as this person. */
  async function signInAs(page: Page, name: string): Promise<void> {
    await page.getByRole("heading", { name: "Sign in to Acme" }).waitFor();
    await page.getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Sign in" }).click();
  }

  /** Agrees on our page, and waits until the client has the browser back. */
  async function allow(
    page: Page,
    name: string,
    person: string,
    local: LocalClient,
  ): Promise<URLSearchParams> {
    await page.getByRole("heading", { name: `Allow ${name}?`, exact: true }).waitFor();
    const text = await page.locator("main").innerText();
    expect(text).toContain("Tools of Acme");
    expect(text).toContain(person);
    await page.getByRole("button", { name: "Allow" }).click();
    const query = await local.cameBack;
    expect(query.get("state")).toBe(local.state());
    expect(query.get("iss")).toBe(issuer);
    return query;
  }

  async function countCalls(run: () => Promise<unknown>): Promise<number> {
    const before = world.application.seen.length;
    await run();
    return world.application.seen.slice(before).filter((seen) => seen.headers["x-key"] === goodKey)
      .length;
  }

  test("of version 1 registers, opens the browser, and calls a tool as the person who signed in", async () => {
    await handOver();
    const local = await startLocalClient("Client of SDK 1");
    // The SDK declares its members for a compiler without exactOptionalPropertyTypes.
    const authProvider = local as never;
    const first = new StreamableHTTPClientTransport(new URL(url), { authProvider });
    const refused = new Client({ name: "one", version: "1.0.0" }).connect(first as never);
    await expect(refused).rejects.toThrow("Unauthorized");
    const page = await openPage(browser.context);
    await page.goto((await local.toOpen).href);
    await signInAs(page, "ada");
    const query = await allow(page, "Client of SDK 1", "ada", local);
    await first.finishAuth(query.get("code") ?? "");
    const client = new Client({ name: "one", version: "1.0.0" });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { authProvider }) as never,
    );
    const call = { name: "ACME_CREATE_THING", arguments: { title: "from one" } };
    expect(await countCalls(() => client.callTool(call))).toBe(1);
    await client.close();
    await local.close();
    await page.close();
  });

  test("of version 2 does the same, and another person in the same browser is another user", async () => {
    await handOver();
    for (const [person, calls] of [
      ["ada", 1],
      // Not connected: the answer has a link for him, and nothing is sent with the account of ada.
      ["bob", 0],
    ] as const) {
      const local = await startLocalClient("Client of SDK 2");
      // See above.
      const authProvider = local as never;
      const first = new NewTransport(new URL(url), { authProvider });
      const refused = new NewClient({ name: "two", version: "1.0.0" }).connect(first);
      await expect(refused).rejects.toThrow("Unauthorized");
      const page = await openPage(browser.context);
      await page.goto((await local.toOpen).href);
      await signInAs(page, person);
      await first.finishAuth(await allow(page, "Client of SDK 2", person, local));
      const client = new NewClient({ name: "two", version: "1.0.0" });
      await client.connect(new NewTransport(new URL(url), { authProvider }));
      const call = { name: "ACME_CREATE_THING", arguments: { title: "from two" } };
      expect([person, await countCalls(() => client.callTool(call))]).toEqual([person, calls]);
      await client.close();
      await local.close();
      await page.close();
    }
  });

  test("is sent through the OpenID Connect provider of the project", async () => {
    provider.register(`${issuer}/callback`);
    await world.platform.projects.updateProjectConfig({
      body: {
        mcp_sign_in: {
          type: "oidc",
          issuer: provider.url,
          client_id: oidcClient.id,
          client_secret: oidcClient.secret,
        },
      },
    });
    const local = await startLocalClient("Client of OIDC");
    // See above.
    const authProvider = local as never;
    const first = new NewTransport(new URL(url), { authProvider });
    const refused = new NewClient({ name: "oidc", version: "1.0.0" }).connect(first);
    await expect(refused).rejects.toThrow("Unauthorized");
    const page = await openPage(browser.context);
    await page.goto((await local.toOpen).href);
    await page.locator("input[name=login]").fill("ada");
    await page.locator("input[name=password]").fill("any");
    await page.getByRole("button", { name: "Sign-in" }).click();
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await first.finishAuth(await allow(page, "Client of OIDC", "ada", local));
    const client = new NewClient({ name: "oidc", version: "1.0.0" });
    await client.connect(new NewTransport(new URL(url), { authProvider }));
    const call = { name: "ACME_CREATE_THING", arguments: { title: "from oidc" } };
    expect(await countCalls(() => client.callTool(call))).toBe(1);
    await client.close();
    await local.close();
    await page.close();
  });
});
