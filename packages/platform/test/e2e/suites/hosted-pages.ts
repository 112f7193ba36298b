import { expect, test } from "vitest";
import { goodKey } from "../application.ts";
import type { World } from "../world.ts";
import { createConfig } from "./accounts.ts";

const formType = "application/x-www-form-urlencoded";

/** A browser's request: no redirect is followed by itself. */
export function browse(
  { coverage }: World,
  url: string,
  init: { readonly form?: Record<string, string>; readonly headers?: Record<string, string> } = {},
): Promise<Response> {
  const { form, headers = {} } = init;
  const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
  return coverage.fetch(
    new Request(url, {
      redirect: "manual",
      headers: { accept, ...headers },
      ...(form === undefined
        ? {}
        : {
            method: "POST",
            body: new URLSearchParams(form).toString(),
            headers: {
              accept,
              "content-type": formType,
              "sec-fetch-site": "same-origin",
              ...headers,
            },
          }),
    }),
  );
}

/** The hosted page, for schemes with fields. */
export function testHostedPages(world: () => World): void {
  const createLink = async (callback_url?: string) => {
    const auth_config_id = await createConfig(world(), "API_KEY");
    return await world().platform.connectedAccounts.createLink({
      body: { auth_config_id, user_id: "<b>ada</b>", ...(callback_url && { callback_url }) },
    });
  };

  test("the page asks for the fields, says what is missing, and completes once", async () => {
    const link = await createLink("https://app.example.com/done?a=1");
    const page = await browse(world(), link.redirect_url);
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toContain('<label for="generic_api_key">');
    expect(text).toContain("&#60;b&#62;ada");
    expect(text).not.toMatch(/<script|<b>ada/);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    const missing = await browse(world(), link.redirect_url, { form: { generic_api_key: "" } });
    expect([missing.status, await missing.text()]).toEqual([
      400,
      expect.stringContaining('role="alert"'),
    ]);
    const done = await browse(world(), link.redirect_url, { form: { generic_api_key: goodKey } });
    expect(done.status).toBe(303);
    expect(done.headers.get("location")).toBe(
      `https://app.example.com/done?a=1&status=success&connected_account_id=${link.connected_account_id}`,
    );
    const account = await world().platform.connectedAccounts.getConnectedAccount({
      nanoid: link.connected_account_id,
    });
    expect(account.status).toBe("ACTIVE");
    const again = await browse(world(), link.redirect_url, { form: { generic_api_key: goodKey } });
    expect([again.status, await again.text()]).toEqual([
      409,
      expect.stringContaining("used already"),
    ]);
    const seen = await browse(world(), link.redirect_url);
    expect(await seen.text()).toContain("is connected");
  });

  test("without a callback address the closing page is shown", async () => {
    const link = await createLink();
    const done = await browse(world(), link.redirect_url, { form: { generic_api_key: goodKey } });
    expect([done.status, await done.text()]).toEqual([
      200,
      expect.stringContaining("Acme is connected"),
    ]);
  });

  test("a form that is sent again with its idempotency key gets its first answer, and another form is refused", async () => {
    const link = await createLink();
    const headers = { "idempotency-key": "form-1" };
    const form = { generic_api_key: goodKey };
    const first = await browse(world(), link.redirect_url, { form, headers });
    const again = await browse(world(), link.redirect_url, { form, headers });
    expect([again.status, await again.text()]).toEqual([200, await first.text()]);
    const other = await browse(world(), link.redirect_url, { form: {}, headers });
    expect([other.status, other.headers.get("content-type"), await other.text()]).toEqual([
      422,
      "text/html;charset=utf-8",
      expect.stringContaining("sent before with other values"),
    ]);
  });

  test("a form of another site, an unknown link and an address that is none are refused with a page", async () => {
    const link = await createLink();
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }]) {
      const foreign = await browse(world(), link.redirect_url, { form: {}, headers });
      expect([foreign.status, foreign.headers.get("content-type")]).toEqual([
        403,
        "text/html;charset=utf-8",
      ]);
    }
    const { url } = world();
    const unknown = `${url}/link/lk_0000000000000000000000`;
    for (const init of [{}, { form: {} }]) {
      expect((await browse(world(), unknown, init)).status).toBe(404);
      expect((await browse(world(), `${url}/link/x`, init)).status).toBe(400);
      const headers = { "x-api-key": "ak_wrong" };
      expect((await browse(world(), unknown, { ...init, headers })).status).toBe(401);
    }
  });
}
