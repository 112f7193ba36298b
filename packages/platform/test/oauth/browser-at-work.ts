import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { type Browser, startBrowser } from "../../../../test/support/browser.ts";
import { keyToolkit, triedToolkit } from "./browser-toolkits.ts";
import { createConfig, type Deployment, startDeployment } from "./deployment.ts";
import { type CustomerApplication, openPage, startCustomerApplication } from "./sign-in.ts";

type Accounts = Deployment["platform"]["connectedAccounts"];

/** The world of the tests of pages. */
export interface BrowserAtWork {
  readonly deployment: Deployment;
  readonly browser: Browser;
  readonly application: CustomerApplication;
  readonly page: Page;
  readonly createLink: (
    callback_url?: string,
    auth_config_id?: string,
  ) => ReturnType<Accounts["createLink"]>;
  readonly read: (nanoid: string) => Promise<Awaited<ReturnType<Accounts["getConnectedAccount"]>>>;
  /** Waits until the page has this heading. */
  readonly shows: (heading: string, at?: Page) => Promise<void>;
  readonly tokenCalls: () => number;
}

/** Starts a service, a browser and a customer's application before the tests of a `describe`, and ends them after these. */
export function useBrowser(chromium: string): BrowserAtWork {
  let deployment: Deployment;
  let browser: Browser;
  let application: CustomerApplication;
  let page: Page;
  let config: string;
  beforeAll(async () => {
    [deployment, browser, application] = await Promise.all([
      startDeployment({}, (provider) => [
        keyToolkit,
        triedToolkit("beacon", `${provider}/api`),
        // A port that a server cannot have (RFC 6335, section 8.1.2).
        triedToolkit("wreck", "http://127.0.0.1:0"),
      ]),
      startBrowser(chromium),
      startCustomerApplication(),
    ]);
    config = await createConfig(deployment.platform, "OAUTH2");
    page = await openPage(browser.context);
  });
  afterAll(async () => {
    await browser.close();
    await deployment.close();
    await application.close();
  });
  return {
    get deployment() {
      return deployment;
    },
    get browser() {
      return browser;
    },
    get application() {
      return application;
    },
    get page() {
      return page;
    },
    createLink: (callback_url, auth_config_id = config) =>
      deployment.platform.connectedAccounts.createLink({
        body: { auth_config_id, user_id: "ada", ...(callback_url && { callback_url }) },
      }),
    read: async (nanoid) =>
      await deployment.platform.connectedAccounts.getConnectedAccount({ nanoid }),
    shows: async (name, at = page) =>
      await at.getByRole("heading", { name, exact: true }).waitFor({ timeout: 20_000 }),
    tokenCalls: () => deployment.server.tokenCalls.length,
  };
}
