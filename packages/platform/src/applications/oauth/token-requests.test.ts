import { afterAll, beforeAll, expect, test } from "vitest";
import { createEgress } from "../../base/egress/create-egress.ts";
import { answer, LoopbackServer } from "../../base/egress/testing/loopback-server.ts";
import { testOauth2 } from "../../testing/test-catalog.ts";
import type { OauthClient } from "./oauth-client.ts";
import { exchangeCode } from "./token-requests.ts";

const server = new LoopbackServer("127.0.0.2", answer);
const egress = createEgress({ allow: ["127.0.0.2/32"] });
beforeAll(() => server.listen());
afterAll(async () => {
  await egress.close();
  await server.close();
});

function createClient(tokenPath: string): OauthClient {
  return {
    toolkitSlug: "acme",
    mode: "OAUTH2",
    settings: testOauth2("", { tokenUrl: `http://127.0.0.2:${server.port}${tokenPath}` }),
    clientId: "id",
    clientSecret: "secret",
    scopes: [],
    values: {},
    proxy: undefined,
  };
}

test.each([301, 302, 303, 307, 308])(
  "a token endpoint that redirects with %s gets no second request, which would carry the client's secret elsewhere",
  async (status) => {
    const before = server.requests.length;
    const grant = { code: "c", redirectUri: "https://app.example/callback", codeVerifier: "v" };
    const path = `/to/${encodeURIComponent("/elsewhere")}/${status}`;
    await expect(exchangeCode(egress, createClient(path), grant)).rejects.toMatchObject({
      reason: "redirect-not-allowed",
    });
    expect(server.requests.slice(before).map(({ url }) => url)).toEqual([path]);
  },
);
