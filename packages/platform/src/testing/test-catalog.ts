import type {
  AuthField,
  AuthScheme,
  OAuth2Settings,
} from "../applications/toolkits/types/auth-types.ts";
import type { ConnectionCatalog, ConnectionToolkit } from "../domain/fields/connection-catalog.ts";

/** A text field of a scheme, for tests. */
function testField(name: string, rest: Partial<AuthField> = {}): AuthField {
  return {
    name,
    displayName: name,
    type: "string",
    description: "",
    default: null,
    is_secret: false,
    ...rest,
  };
}

/** A scheme with only these fields, for tests. */
function testScheme(
  mode: AuthScheme["mode"],
  fields: {
    readonly creation?: readonly AuthField[];
    readonly initiation?: readonly AuthField[];
    readonly optional?: readonly AuthField[];
  } = {},
  rest: Partial<AuthScheme> = {},
): AuthScheme {
  return {
    name: mode,
    mode,
    fields: {
      auth_config_creation: { required: fields.creation ?? [], optional: [] },
      connected_account_initiation: {
        required: fields.initiation ?? [],
        optional: fields.optional ?? [],
      },
    },
    securityScheme: mode,
    mayBeManaged: mode === "OAUTH2",
    ownHostFields: new Set(),
    prefix: "",
    ...rest,
  };
}

/** OAuth 2 settings of an authorization server at this address, for tests. */
export function testOauth2(address: string, rest: Partial<OAuth2Settings> = {}): OAuth2Settings {
  return {
    authorizationUrl: `${address}/authorize`,
    tokenUrl: `${address}/token`,
    scopes: { read: "Read everything." },
    defaultScopes: ["read"],
    scopeSeparator: " ",
    scopeParameter: "scope",
    pkce: true,
    clientAuthentication: "client_secret_basic",
    tokenRequestFormat: "form",
    authorizationParameters: {},
    tokenHeaders: {},
    tokenResponse: {
      accessToken: "/access_token",
      refreshToken: "/refresh_token",
      tokenType: "/token_type",
      expiresIn: "/expires_in",
      scope: "/scope",
      error: "/error",
    },
    ...rest,
  };
}

/** A toolkit with these schemes and the tools `<SLUG>_GET` and `<SLUG>_LIST`, for tests. */
function testToolkit(
  slug: string,
  authSchemes: readonly AuthScheme[],
  record: Partial<ConnectionToolkit["record"]> = {},
): ConnectionToolkit {
  const prefix = slug.toUpperCase();
  return {
    slug,
    authSchemes,
    record: {
      name: slug.charAt(0).toUpperCase() + slug.slice(1),
      no_auth: authSchemes.length === 0,
      base_url: `https://api.${slug}.example.com`,
      meta: { logo: `https://platform.example.com/logos/${slug}.svg` },
      ...record,
    },
    tools: new Map([
      [`${prefix}_GET`, { path: "/me", record: { scopes: ["read:user"] } }],
      [`${prefix}_LIST`, { path: "/items", record: { scopes: ["repo", "read:org"] } }],
    ]),
  };
}

/** A catalog of these toolkits. */
function testCatalog(toolkits: readonly ConnectionToolkit[]): ConnectionCatalog {
  const bySlug = new Map(toolkits.map((toolkit) => [toolkit.slug, toolkit]));
  return { findToolkit: (slug) => bySlug.get(slug), isShipped: (slug) => bySlug.has(slug) };
}

const client = [testField("client_id"), testField("client_secret", { is_secret: true })];
const key = testField("generic_api_key", { displayName: "Secret key", is_secret: true });

/** Toolkits of each kind: OAuth 2, keys, basic, bearer, the user's own host, an unsupported scheme, and none. */
export const testToolkits: ConnectionCatalog = testCatalog([
  testToolkit("github", [
    testScheme(
      "OAUTH2",
      { creation: client },
      {
        testTool: "GITHUB_GET",
        oauth2: testOauth2("https://github.example.com", {
          issuer: "https://github.example.com",
          revocationUrl: "https://github.example.com/revoke",
        }),
      },
    ),
    testScheme("BEARER_TOKEN", { initiation: [testField("token", { is_secret: true })] }),
  ]),
  testToolkit("stripe", [testScheme("API_KEY", { initiation: [key] }, { testTool: "STRIPE_GET" })]),
  testToolkit(
    "desk",
    [
      testScheme("BASIC", {
        initiation: [testField("subdomain"), testField("username")],
        optional: [
          testField("password", { is_secret: true }),
          testField("region", { default: "eu" }),
          testField("retries", { type: "integer" }),
        ],
      }),
      testScheme("SAML"),
      testScheme("NO_AUTH"),
    ],
    { base_url: "https://{subdomain}.desk.example.com" },
  ),
  testToolkit(
    "forge",
    [
      testScheme(
        "API_KEY",
        { initiation: [testField("domain"), key] },
        { ownHostFields: new Set(["domain"]) },
      ),
    ],
    { base_url: "https://{domain}/api" },
  ),
  testToolkit("harbor", [
    testScheme(
      "OAUTH2",
      { creation: [testField("client_id")], initiation: [testField("domain")] },
      {
        ownHostFields: new Set(["domain"]),
        oauth2: testOauth2("https://{domain}", { revocationUrl: "https://{domain}/revoke" }),
      },
    ),
  ]),
  testToolkit("hackernews", []),
]);
