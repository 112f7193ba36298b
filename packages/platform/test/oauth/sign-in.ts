import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "playwright-core";

/** The customer's application, to which a browser returns after a connection. */
export interface CustomerApplication {
  /** A `callback_url` for connections. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts an application on loopback that answers every address with a page. */
export async function startCustomerApplication(): Promise<CustomerApplication> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end('<!doctype html><html lang="en"><title>Application</title><h1>Welcome back</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/done?a=1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A page that loads only from loopback: the provider's own pages ask another host for a font. */
export async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  // Milliseconds. A response on loopback that takes longer will not arrive.
  page.setDefaultTimeout(8_000);
  await page.route(
    (url) => url.hostname !== "127.0.0.1" && url.hostname !== "localhost",
    (route) => route.abort(),
  );
  return page;
}

/** Goes from the hosted page through the provider's login to its question for consent. */
export async function logIn(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("button", { name: "Continue to Harbour" }).click();
  await signInAtProvider(page);
  // A user who already has a session at the provider is only asked for consent.
  if ((await page.getByRole("heading").innerText()) === "Sign-in") {
    await page.locator("input[name=login]").fill("ada");
    await page.locator("input[name=password]").fill("any");
    await page.getByRole("button", { name: "Sign-in" }).click();
    await page.getByRole("heading", { name: "Authorize" }).waitFor();
  }
}

async function signInAtProvider(page: Page): Promise<void> {
  await page.waitForURL(({ pathname }) => pathname.startsWith("/interaction/"));
}

/** Goes the whole way, as a user who agrees. */
export async function signIn(page: Page, link: string): Promise<void> {
  await logIn(page, link);
  await agree(page);
  await leave(page);
}

/** The answer to the question for consent. */
export async function agree(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Continue", exact: true }).click();
}

/** Agrees, but stops the browser before it returns. Returns the address to which it would have gone. */
export async function agreeWithoutReturn(page: Page): Promise<string> {
  const { request } = page.context();
  const form = await page.locator("form").getAttribute("action");
  const options = { maxRedirects: 0, form: { prompt: "consent" } };
  const agreed = await request.post(new URL(form ?? "", page.url()).href, options);
  const back = await request.get(agreed.headers().location ?? "", { maxRedirects: 0 });
  return back.headers().location ?? "";
}

/** Goes back at the question for consent, as a user who declines. */
export async function refuse(page: Page, link: string): Promise<void> {
  await logIn(page, link);
  await page.getByRole("link", { name: "Cancel" }).click();
  await leave(page);
}

/** Waits until the browser is back from the provider. */
async function leave(page: Page): Promise<void> {
  await page.waitForURL(({ pathname }) => !/^\/(?:interaction|auth)/.test(pathname));
}
