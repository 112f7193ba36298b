import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runWithinOneMinute } from "../../src/testing/within-one-minute.ts";
import { createConfig, type Deployment, runInDeployment, startDeployment } from "./deployment.ts";
import { browse, connectOver, returnFrom } from "./http-sign-in.ts";

/** Describes the response in a user's browser: status, type, heading, and whether its address is kept secret. */
async function describeShown(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  const { headers } = response;
  expect(headers.get("content-type")).toBe("text/html;charset=utf-8");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  const text = await response.text();
  expect(text).toContain('<html lang="en">');
  expect(text).toContain(headers.get("x-request-id"));
  expect(text).not.toMatch(/<script|Error:|at .+\(.+:\d+/);
  return `${response.status} ${/<h1>([^<]*)<\/h1>/.exec(text)?.[1]}`;
}

/** Errors that users can meet: those with `text/html` in the document are pages. */
describe("a browser at the hosted pages gets a page", () => {
  let deployment: Deployment;

  beforeAll(async () => {
    deployment = await startDeployment();
  });
  afterAll(() => deployment.close());

  const createLink = async (at = deployment) => {
    const auth_config_id = await createConfig(at.platform, "OAUTH2");
    const body = { auth_config_id, user_id: "ada" };
    return { ...(await at.platform.connectedAccounts.createLink({ body })), auth_config_id };
  };
  /** Sends one request to each of the three: the page, its form, and the callback. */
  const requestEverywhere = async (
    link: string,
    callback: string | URL,
    headers: Record<string, string> = {},
  ): Promise<readonly string[]> => [
    await describeShown(browse(link, { headers })),
    await describeShown(browse(link, { headers, form: {} })),
    await describeShown(browse(callback, { headers })),
  ];

  test("with 401 when a key is sent that is not good", async () => {
    const { redirect_url: link } = await createLink();
    const callback = `${deployment.url}/api/v3/toolkits/auth/callback`;
    const reported = await requestEverywhere(link, callback, { "x-api-key": "ak_wrong" });
    expect(reported).toEqual(Array(3).fill("401 A key was sent that is not valid"));
  });

  test("with 405, 413 and 415 for requests that pages do not support", async () => {
    const { redirect_url: link } = await createLink();
    const callback = `${deployment.url}/api/v3/toolkits/auth/callback`;
    const post = (body: string, type: string): Promise<Response> =>
      fetch(link, { method: "POST", headers: { accept: "text/html", "content-type": type }, body });
    expect(await describeShown(browse(callback, { form: {} }))).toBe(
      "405 This page cannot be used in this way",
    );
    const large = `a=${"a".repeat(1024 * 1024)}`;
    expect(await describeShown(post(large, "application/x-www-form-urlencoded"))).toBe(
      "413 The form is too large",
    );
    expect(await describeShown(post("{}", "application/json"))).toBe("415 The form cannot be read");
    expect(await describeShown(browse(`${deployment.url}/link/`))).toBe(
      "404 This page does not exist",
    );
    expect((await browse(link)).status).toBe(200);
  });

  test("with 422 when the auth config was switched off meanwhile", async () => {
    const { redirect_url: link, auth_config_id: nanoid } = await createLink();
    await deployment.platform.authConfigs.setAuthConfigStatus({ nanoid, status: "DISABLED" });
    expect(await describeShown(browse(link, { form: {} }))).toBe(
      "422 This connection is switched off",
    );
    await deployment.platform.authConfigs.setAuthConfigStatus({ nanoid, status: "ENABLED" });
    expect((await connectOver(link)).status).toBe(200);
  });

  test("with 429 when the address has used up its limit, with the seconds to wait", async () => {
    const limited = await startDeployment({ PLATFORM_RATE_LIMIT: "3" });
    try {
      const { redirect_url: link } = await createLink(limited);
      const callback = `${limited.url}/api/v3/toolkits/auth/callback`;
      const { reported, last } = await runWithinOneMinute(async () => {
        while ((await browse(link)).status === 200) {}
        return { reported: await requestEverywhere(link, callback), last: await browse(link) };
      });
      expect(reported).toEqual(Array(3).fill("429 Too many requests"));
      expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
    } finally {
      await limited.close();
    }
  });

  test("with 500 when something unexpected happens, which the log alone explains", async () => {
    const { redirect_url: link, connected_account_id: id } = await createLink();
    const { callback, cookie } = await returnFrom(link);
    // Secrets that cannot be read any more, as after the loss of their key.
    await runInDeployment(deployment, async ({ trx }) => {
      const accounts = trx
        .updateTable("connected_accounts")
        .set({ secrets: "damaged", secrets_version: 9 });
      await accounts.where("id", "=", id).execute();
    });
    expect(await describeShown(browse(link, { form: {} }))).toBe("500 Something went wrong");
    expect(await describeShown(browse(callback, { cookie }))).toBe("500 Something went wrong");
    expect(deployment.log.join("")).toContain("unexpected error");
    expect(deployment.log.join("")).not.toMatch(/lk_[\w-]{20}|state=|code=/);
  });

  test("in its own words with 400, 403, 404 and 409, and as JSON for callers that do not accept HTML", async () => {
    const { redirect_url: link } = await createLink();
    const { callback, cookie } = await returnFrom(link);
    expect(await describeShown(browse(callback))).toMatch(/^403 /);
    const wrong = `${callback.href}x`;
    const strange = await fetch(wrong, { headers: { accept: "application/json", cookie } });
    expect(strange.headers.get("content-type")).not.toContain("html");
    expect((await browse(callback, { cookie })).status).toBe(200);
    expect(await describeShown(browse(callback, { cookie }))).toMatch(/^400 /);
    expect(await describeShown(browse(link, { form: {} }))).toBe("409 This link was used already");
    const unknown = `${deployment.url}/link/lk_${"x".repeat(22)}`;
    expect(await describeShown(browse(unknown))).toBe("404 This link has ended");
    expect(await describeShown(browse(`${deployment.url}/link/short`))).toBe(
      "400 This address is not right",
    );
  });
});
