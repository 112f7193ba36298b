import { describe, expect, test } from "vitest";
import type { Platform } from "../../../../generated/client/index.js";
import { catchRefusal } from "../e2e/world.ts";
import { client } from "./authorization-server.ts";
import { changeQuery, describePage, invalid, useCallback } from "./callback-at-work.ts";
import { createConfig } from "./deployment.ts";
import { agreeOver, browse, departToProvider, returnFrom } from "./http-sign-in.ts";
import { oauthToolkit } from "./toolkit.ts";

/** Two projects import a toolkit with the slug `crm` at the same authorization server. */
describe("an imported toolkit", () => {
  const suite = useCallback();
  const { calls, createLink } = suite;

  /** A project with its own `crm`. The token endpoint may belong to somebody else than the authorization endpoint. */
  async function createProject(name: string, tokenServer = suite.deployment.server.url) {
    const { deployment } = suite;
    const made = await deployment.owner.projects.createProject({
      body: { name, should_create_api_key: true },
    });
    const platform = deployment.clientWith(made.api_key ?? "");
    const document = oauthToolkit(deployment.server.url, "crm").replaceAll(
      `${deployment.server.url}/front/token`,
      `${tokenServer}/front/token`,
    );
    await platform.toolkits.importToolkit({ body: { slug: "crm", document } });
    const base = `${deployment.serving.platform.baseUrl}/api/v3/toolkits/auth/callback`;
    return { platform, document, base, address: `${base}/${made.id}/crm` };
  }
  const readAddress = async (platform: Platform, nanoid: string) => {
    const { credentials } = await platform.authConfigs.getAuthConfig({ nanoid });
    return credentials?.oauth_redirect_uri;
  };

  test("sends users back to its project, so no other project's token endpoint gets their code", async () => {
    const honest = await createProject("honest");
    const hostile = await createProject("hostile", suite.second.url);
    suite.deployment.server.register(honest.address);

    const config = await createConfig(honest.platform, "OAUTH2", { slug: "crm" });
    expect(await readAddress(honest.platform, config)).toBe(honest.address);
    const own = await returnFrom((await createLink(config, honest.platform)).redirect_url);
    expect(own.callback.origin + own.callback.pathname).toBe(honest.address);
    expect(await describePage(browse(own.callback, own))).toBe("200 Crm is connected");

    // The hostile project names the honest client at the honest server, and its own token endpoint.
    const trap = await createConfig(hostile.platform, "OAUTH2", { slug: "crm" });
    const before = calls();
    const { authorization, cookie } = await departToProvider(
      (await createLink(trap, hostile.platform)).redirect_url,
    );
    expect(authorization.searchParams.get("redirect_uri")).toBe(hostile.address);
    const refused = await browse(authorization);
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining("redirect_uri"),
    ]);
    // The honest address in its place brings the code to the honest project, which does not know the state.
    const bent = await agreeOver(changeQuery(authorization, { redirect_uri: honest.address }));
    expect(await describePage(browse(bent, { cookie }))).toBe(invalid);
    expect(calls()).toBe(before);
    expect(suite.second.tokenCalls).toEqual([]);
  });

  test("can neither have the address of all toolkits nor that of an installation's toolkit", async () => {
    const { platform, base, address } = await createProject("shared");
    const create = (oauth_redirect_uri: string) =>
      platform.authConfigs.createAuthConfig({
        body: {
          toolkit: { slug: "crm" },
          auth_config: {
            type: "use_custom_auth",
            authScheme: "OAUTH2",
            credentials: { client_id: client.id, client_secret: client.secret, oauth_redirect_uri },
          },
        },
      });
    for (const other of [base, `${base}/crm`, `${base}/harbour`]) {
      expect(await catchRefusal(create(other))).toBe("400 AuthConfig_CredentialsInvalid");
    }
    const { auth_config } = await create(address);
    expect(await readAddress(platform, auth_config.id)).toBe(address);
  });

  test("that names another token endpoint meanwhile does not get the code of a sign-in that had begun", async () => {
    const { platform, document, address } = await createProject("changing");
    suite.deployment.server.register(address);
    const config = await createConfig(platform, "OAUTH2", { slug: "crm" });
    const begun = await returnFrom((await createLink(config, platform)).redirect_url);
    const before = calls();
    const changed = document.replaceAll("/front/token", "/other/token");
    await platform.toolkits.replaceToolkit({ slug: "crm", body: { document: changed } });
    expect(await describePage(browse(begun.callback, begun))).toBe(invalid);
    expect(calls()).toBe(before);
  });

  test.each([
    ["scope_parameter: redirect_uri", "scope_parameter"],
    ["scope_parameter: client_secret", "scope_parameter"],
    ["authorization_parameters: { request_uri: 'https://evil.example' }", "request_uri"],
    ["authorization_parameters: { redirect_uri: 'https://evil.example' }", "redirect_uri"],
    ["authorization_parameters: { response_mode: fragment }", "response_mode"],
  ])("cannot choose where the code goes: %s", async (line, named) => {
    const { platform, document } = await createProject("parameters");
    const wrong = document.replace("authorization_parameters: { prompt: consent }", line);
    expect(wrong).not.toBe(document);
    const replacing = platform.toolkits.replaceToolkit({ slug: "crm", body: { document: wrong } });
    const refusal: unknown = await replacing.catch((error: unknown) => error);
    expect(JSON.stringify(refusal)).toContain(named);
    expect(refusal).toMatchObject({ status: 400 });
  });
});
