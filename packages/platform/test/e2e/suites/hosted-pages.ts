import { expect, test } from "vitest";
import { goodKey } from "../application.ts";
import { preferJson } from "../send-example.ts";
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

  /** What a browser is refused with a page, a program is refused with JSON: its status and slug. */
  const refusedBothWays = async (
    url: string,
    init: Parameters<typeof browse>[2] = {},
  ): Promise<string> => {
    const page = await browse(world(), url, init);
    expect(page.headers.get("content-type")).toBe("text/html;charset=utf-8");
    expect(await page.text()).toContain('<html lang="en">');
    const headers = { ...init.headers, accept: preferJson };
    const answer = await browse(world(), url, { ...init, headers });
    expect(answer.status).toBe(page.status);
    const { error } = (await answer.json()) as { readonly error: { readonly slug: string } };
    return `${answer.status} ${error.slug}`;
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
      const told = await refusedBothWays(link.redirect_url, { form: {}, headers });
      expect(told).toBe("403 Auth_OriginNotAllowed");
    }
    const { url } = world();
    const unknown = `${url}/link/lk_0000000000000000000000`;
    for (const init of [{}, { form: {} }]) {
      const refused = (at: string, headers: Record<string, string> = {}): Promise<string> =>
        refusedBothWays(at, { ...init, headers });
      expect(await refused(unknown)).toBe("404 ConnectedAccount_LinkNotFound");
      expect(await refused(`${url}/link/x`)).toBe("400 Validation_Failed");
      expect(await refused(unknown, { "x-api-key": "ak_wrong" })).toBe("401 Auth_KeyInvalid");
    }
    const callback = `${url}/api/v3/toolkits/auth/callback`;
    const long = `${callback}?state=${"s".repeat(5_000)}`;
    expect(await refusedBothWays(long)).toBe("400 Validation_Failed");
    const strange = `${callback}?state=made-up&code=c`;
    expect(await refusedBothWays(strange)).toBe("400 ConnectedAccount_StateInvalid");
  });

  test("what cannot be done with a link is told a browser as a page and a program as JSON", async () => {
    const link = await createLink();
    const { redirect_url: address } = link;
    const form = { generic_api_key: goodKey };
    const incomplete = await refusedBothWays(address, { form: { generic_api_key: "" } });
    expect(incomplete).toBe("400 ConnectedAccount_CredentialsMissing");
    const headers = { "idempotency-key": "both ways" };
    expect((await browse(world(), address, { form, headers })).status).toBe(200);
    const again = await refusedBothWays(address, { form: { generic_api_key: "" }, headers });
    expect(again).toBe("422 Idempotency_KeyReused");
    expect(await refusedBothWays(address, { form })).toBe("409 ConnectedAccount_LinkUsed");
    const off = await createLink();
    const { auth_config } = await world().platform.connectedAccounts.getConnectedAccount({
      nanoid: off.connected_account_id,
    });
    const nanoid = auth_config.id;
    await world().platform.authConfigs.setAuthConfigStatus({ nanoid, status: "DISABLED" });
    expect(await refusedBothWays(off.redirect_url, { form })).toBe(
      "422 ConnectedAccount_AuthConfigDisabled",
    );
  });

  test("an address that was cut off and a method that pages do not have are told as pages, too", async () => {
    const { url } = world();
    expect(await refusedBothWays(`${url}/link/`)).toBe("404 Request_PathUnknown");
    expect(await refusedBothWays(`${url}/link`)).toBe("404 Request_PathUnknown");
    const callback = `${url}/api/v3/toolkits/auth/callback`;
    expect(await refusedBothWays(callback, { form: {} })).toBe("405 Request_MethodNotAllowed");
    const { headers } = await browse(world(), callback, { form: {} });
    expect(headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  });
}
