import { expect, test } from "vitest";
import { client, goodKey } from "../application.ts";
import { preferJson } from "../send-example.ts";
import type { World } from "../world.ts";
import { createConfig, type Scheme } from "./accounts.ts";

const formType = "application/x-www-form-urlencoded";

/** Sends a browser's request. Redirects are not followed. */
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
  const createLink = async (
    callback_url?: string,
    { scheme = "API_KEY", slug = "acme" }: { scheme?: Scheme; slug?: string } = {},
  ) => {
    const auth_config_id = await createConfig(world(), scheme, [], slug);
    return await world().platform.connectedAccounts.createLink({
      body: { auth_config_id, user_id: "<b>ada</b>", ...(callback_url && { callback_url }) },
    });
  };

  /** Sends a request as a browser, which gets a page, and as a program, which gets JSON. Returns status and slug. */
  const expectRefusedBothWays = async (
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

  test("credentials that the application refuses are not stored: the form comes again with the reason", async () => {
    const callback = "https://app.example.com/done";
    const { redirect_url: link, connected_account_id: nanoid } = await createLink(callback);
    const wrong = { generic_api_key: "wrong-key-canary-2" };
    const refused = await browse(world(), link, { form: wrong });
    const text = await refused.text();
    expect(refused.status).toBe(400);
    expect(text).toContain("<bdi>Acme</bdi> did not accept this");
    expect(text).toMatch(/<input id="generic_api_key"[^>]* aria-invalid="true"/);
    expect(text).not.toContain("canary");
    const { platform } = world();
    const account = await platform.connectedAccounts.getConnectedAccount({ nanoid });
    expect(account.status).toBe("INITIATED");
    expect(await expectRefusedBothWays(link, { form: wrong })).toBe(
      "400 ConnectedAccount_CredentialsRejected",
    );
    // A user cannot override a refusal.
    const kept = await browse(world(), link, { form: { ...wrong, link_action: "keep" } });
    expect(kept.status).toBe(400);
    const done = await browse(world(), link, { form: { generic_api_key: goodKey } });
    expect(done.status).toBe(303);
  });

  test("an application that refuses with 200 and an error in its answer has refused", async () => {
    const quay = { scheme: "BEARER_TOKEN", slug: "quay" } as const;
    const { redirect_url: link } = await createLink(undefined, quay);
    const refused = await browse(world(), link, { form: { token: "wrong-canary-3" } });
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining("</bdi> did not accept this"),
    ]);
    const done = await browse(world(), link, { form: { token: "good-token" } });
    expect(await done.text()).toContain("Quay is connected");
  });

  test("a client that the token endpoint refuses is not stored either", async () => {
    const { redirect_url: link } = await createLink(undefined, { scheme: "S2S_OAUTH2" });
    const form = { client_id: client.id, client_secret: "wrong-canary-5" };
    expect(await expectRefusedBothWays(link, { form })).toBe(
      "400 ConnectedAccount_CredentialsRejected",
    );
    const done = await browse(world(), link, { form: { ...form, client_secret: client.secret } });
    expect(await done.text()).toContain("Acme is connected");
  });

  test("when an application cannot be reached, the user may try again or connect without a check", async () => {
    const { redirect_url: link } = await createLink(undefined, { slug: "quay" });
    const form = { generic_api_key: "canary-key-4", region: "eu" };
    const unknown = await browse(world(), link, { form });
    const text = await unknown.text();
    expect(unknown.status).toBe(422);
    expect(text).toContain("<bdi>Quay</bdi> did not answer");
    expect(text).toContain('name="link_action" value="keep"');
    expect(text).toContain('value="eu"');
    expect(text).not.toContain("canary");
    expect(await expectRefusedBothWays(link, { form })).toBe(
      "422 ConnectedAccount_CredentialsUnchecked",
    );
    const kept = await browse(world(), link, { form: { ...form, link_action: "keep" } });
    expect([kept.status, await kept.text()]).toEqual([
      200,
      expect.stringContaining("Saved, not checked"),
    ]);
  });

  test("a user who declines is sent back with an error, the account is FAILED and the link is used up", async () => {
    const form = { link_action: "decline" };
    for (const scheme of ["API_KEY", "OAUTH2"] as const) {
      const link = await createLink("https://app.example.com/done?a=1", { scheme });
      const { connected_account_id: nanoid } = link;
      const declined = await browse(world(), link.redirect_url, { form });
      expect([declined.status, declined.headers.get("location")]).toEqual([
        303,
        `https://app.example.com/done?a=1&status=failed&connected_account_id=${nanoid}`,
      ]);
      const account = await world().platform.connectedAccounts.getConnectedAccount({ nanoid });
      expect(account).toMatchObject({
        status: "FAILED",
        status_reason: "The user declined.",
        state: { val: { error: "access_denied" } },
      });
      expect(await expectRefusedBothWays(link.redirect_url, { form })).toBe(
        "409 ConnectedAccount_LinkUsed",
      );
    }
    const { redirect_url: link } = await createLink();
    const shown = await browse(world(), link, { form });
    expect([shown.status, await shown.text()]).toEqual([
      200,
      expect.stringContaining("You declined"),
    ]);
    expect(await (await browse(world(), link)).text()).toContain("was not connected");
  });

  test("without a callback address the closing page is shown", async () => {
    const link = await createLink();
    const done = await browse(world(), link.redirect_url, { form: { generic_api_key: goodKey } });
    expect([done.status, await done.text()]).toEqual([
      200,
      expect.stringContaining("Acme is connected"),
    ]);
  });

  test("a form of another site, an unknown link and a malformed id are refused with a page", async () => {
    const link = await createLink();
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }]) {
      const reported = await expectRefusedBothWays(link.redirect_url, { form: {}, headers });
      expect(reported).toBe("403 Auth_OriginNotAllowed");
    }
    const { url } = world();
    const unknown = `${url}/link/lk_0000000000000000000000`;
    for (const init of [{}, { form: {} }]) {
      const readRefusal = (at: string, headers: Record<string, string> = {}): Promise<string> =>
        expectRefusedBothWays(at, { ...init, headers });
      expect(await readRefusal(unknown)).toBe("404 ConnectedAccount_LinkNotFound");
      expect(await readRefusal(`${url}/link/x`)).toBe("400 Validation_Failed");
      expect(await readRefusal(unknown, { "x-api-key": "ak_wrong" })).toBe("401 Auth_KeyInvalid");
    }
    const callback = `${url}/api/v3/toolkits/auth/callback`;
    const long = `${callback}?state=${"s".repeat(5_000)}`;
    expect(await expectRefusedBothWays(long)).toBe("400 Validation_Failed");
    const strange = `${callback}?state=made-up&code=c`;
    expect(await expectRefusedBothWays(strange)).toBe("400 ConnectedAccount_StateInvalid");
    const ofToolkit = `${callback}/acme?state=made-up&code=c`;
    expect(await expectRefusedBothWays(ofToolkit)).toBe("400 ConnectedAccount_StateInvalid");
  });

  test("an error about a link is a page for a browser and JSON for a program", async () => {
    const link = await createLink();
    const { redirect_url: address } = link;
    const form = { generic_api_key: goodKey };
    const incomplete = await expectRefusedBothWays(address, { form: { generic_api_key: "" } });
    expect(incomplete).toBe("400 ConnectedAccount_CredentialsMissing");
    expect((await browse(world(), address, { form })).status).toBe(200);
    expect(await expectRefusedBothWays(address, { form })).toBe("409 ConnectedAccount_LinkUsed");
    const off = await createLink();
    const { auth_config } = await world().platform.connectedAccounts.getConnectedAccount({
      nanoid: off.connected_account_id,
    });
    const nanoid = auth_config.id;
    await world().platform.authConfigs.setAuthConfigStatus({ nanoid, status: "DISABLED" });
    expect(await expectRefusedBothWays(off.redirect_url, { form })).toBe(
      "422 ConnectedAccount_AuthConfigDisabled",
    );
  });

  test("an address that was cut off and a method that pages do not have are reported as pages, too", async () => {
    const { url } = world();
    expect(await expectRefusedBothWays(`${url}/link/`)).toBe("404 Request_PathUnknown");
    expect(await expectRefusedBothWays(`${url}/link`)).toBe("404 Request_PathUnknown");
    const callback = `${url}/api/v3/toolkits/auth/callback`;
    expect(await expectRefusedBothWays(callback, { form: {} })).toBe(
      "405 Request_MethodNotAllowed",
    );
    const { headers } = await browse(world(), callback, { form: {} });
    expect(headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  });
}
