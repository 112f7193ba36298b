import type { Attack } from "../attack.ts";
import { catchStatus } from "../send.ts";

/** A toolkit whose users sign in at the same authorization server. Each project names its own token endpoint. */
function describeCrm(url: string, tokenPath: string): Record<string, unknown> {
  const authorizationCode = {
    authorizationUrl: `${url}/authorize`,
    tokenUrl: `${url}${tokenPath}`,
    scopes: { read: "Read." },
  };
  const responses = { "200": { description: "Done." } };
  return {
    openapi: "3.1.0",
    info: { title: "Crm", version: "1" },
    servers: [{ url }],
    security: [{ user: ["read"] }],
    components: { securitySchemes: { user: { type: "oauth2", flows: { authorizationCode } } } },
    paths: { "/me": { get: { operationId: "getMe", summary: "Get me", responses } } },
  };
}

export const redirects: Attack = {
  name: "redirects",
  what: "A toolkit with the slug and the OAuth client of another project's",
  promise: "The two never have the same redirect address",
  isWitnessed: false,
  run: async ({ service, attacker, other, applicationUrl }) => {
    const addresses: string[] = [];
    let refused = 0;
    for (const [{ platform }, tokenPath] of [
      [other, "/token"],
      [attacker, "/stolen"],
    ] as const) {
      const document = describeCrm(applicationUrl, tokenPath);
      await platform.toolkits.importToolkit({ body: { slug: "crm", document } });
      const create = (oauth_redirect_uri?: string) =>
        platform.authConfigs.createAuthConfig({
          body: {
            toolkit: { slug: "crm" },
            auth_config: {
              type: "use_custom_auth",
              authScheme: "OAUTH2",
              credentials: {
                client_id: "public-client",
                client_secret: "a-secret-of-the-client",
                ...(oauth_redirect_uri === undefined ? {} : { oauth_redirect_uri }),
              },
            },
          },
        });
      const { auth_config } = await create();
      const { credentials } = await platform.authConfigs.getAuthConfig({ nanoid: auth_config.id });
      addresses.push(String(credentials?.oauth_redirect_uri));
      const shared = `${service.url}/api/v3/toolkits/auth/callback`;
      for (const wrong of [shared, `${shared}/crm`, addresses[0] ?? ""]) {
        refused += (await catchStatus(create(wrong))) === 400 ? 1 : 0;
      }
    }
    return {
      tried: 2 + 6,
      // The project that owns the first address may name it.
      result: `${new Set(addresses).size} addresses, ${refused} foreign ones refused`,
      holds: new Set(addresses).size === 2 && refused === 5,
    };
  },
};
