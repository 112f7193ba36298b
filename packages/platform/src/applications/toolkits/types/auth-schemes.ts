import type { AuthField, AuthMode } from "./auth-types.ts";

/** A field that a scheme always has. Fields are required unless they say otherwise. */
export interface SchemeField {
  readonly name: string;
  readonly display: string;
  readonly secret?: boolean;
  readonly required?: boolean;
  readonly type?: AuthField["type"];
  readonly description?: string;
}

/** The facts of an auth scheme (docs/decisions.md §4). A new scheme is one more row of `authSchemes`. */
export interface AuthSchemeFacts {
  /** The fields of an auth config. */
  readonly configFields: readonly SchemeField[];
  /** The fields that a user fills in. */
  readonly connectionFields: readonly SchemeField[];
  /** The security schemes that can carry its credentials: a `type`, or the `scheme` of one of type `http`. */
  readonly carriers: readonly ("apiKey" | "basic" | "bearer" | "oauth2")[];
  /** Members of `state.val` that may hold the text that is sent. The first one that is present counts. */
  readonly sent: readonly string[];
  /** The member that HTTP Basic sends as password, beside the user name. */
  readonly password?: string;
  /**
   * The OAuth 2 flow that fetches its tokens. `clientCredentials` renews them without the user, and `authorizationCode` with a
   * refresh token.
   */
  readonly flow?: "authorizationCode" | "clientCredentials";
  /** True when a connection sends the user to the application. */
  readonly redirects?: boolean;
  /** The reason why the scheme does not work yet. It is answered with 501 when an auth config or a connection is created. */
  readonly missing?: { readonly at: "auth config" | "connection"; readonly reason: string };
}

const clientId: SchemeField = { name: "client_id", display: "Client ID" };
const clientSecret: SchemeField = { name: "client_secret", display: "Client secret", secret: true };
const username: SchemeField = { name: "username", display: "User name" };
const password: SchemeField = { name: "password", display: "Password", secret: true };

/** Schemes without fields whose token is sent as any kind of credential. */
const unspecified = {
  configFields: [],
  connectionFields: [],
  carriers: ["bearer", "apiKey", "oauth2"],
  sent: ["access_token"],
} as const;

const unknownProtocol = {
  at: "connection",
  reason: "the service does not know its protocol",
} as const;

const unsignedTokens = {
  at: "auth config",
  reason: "the service does not sign the token requests of service accounts",
} as const;

/** The auth schemes by their names, in the order of the document. */
export const authSchemes: Readonly<Record<AuthMode, AuthSchemeFacts>> = {
  OAUTH2: {
    configFields: [
      clientId,
      clientSecret,
      {
        name: "scopes",
        display: "Scopes",
        type: "array",
        required: false,
        description: "The OAuth scopes that users are asked to grant.",
      },
    ],
    connectionFields: [],
    carriers: ["oauth2"],
    sent: ["access_token"],
    flow: "authorizationCode",
    redirects: true,
  },
  OAUTH1: {
    ...unspecified,
    configFields: [
      { name: "consumer_key", display: "Consumer key" },
      { name: "consumer_secret", display: "Consumer secret", secret: true },
    ],
    redirects: true,
    missing: { at: "auth config", reason: "the service does not sign requests (RFC 5849)" },
  },
  API_KEY: {
    configFields: [],
    connectionFields: [{ name: "generic_api_key", display: "API key", secret: true }],
    carriers: ["apiKey", "bearer", "basic"],
    sent: ["generic_api_key", "api_key"],
  },
  BASIC: {
    configFields: [],
    connectionFields: [username, { ...password, required: false }],
    carriers: ["basic"],
    sent: ["username"],
    password: "password",
  },
  BEARER_TOKEN: {
    ...unspecified,
    connectionFields: [{ name: "token", display: "Token", secret: true }],
    sent: ["token"],
  },
  BASIC_WITH_JWT: {
    ...unspecified,
    connectionFields: [username, password],
    missing: {
      at: "auth config",
      reason: "the service does not trade passwords for tokens at a login URL",
    },
  },
  GOOGLE_SERVICE_ACCOUNT: {
    ...unspecified,
    connectionFields: [{ name: "credentials_json", display: "Credentials (JSON)", secret: true }],
    missing: unsignedTokens,
  },
  SERVICE_ACCOUNT: {
    ...unspecified,
    connectionFields: [
      { name: "application_id", display: "Application ID" },
      { name: "installation_id", display: "Installation ID" },
      { name: "private_key", display: "Private key", secret: true },
    ],
    missing: unsignedTokens,
  },
  NO_AUTH: { configFields: [], connectionFields: [], carriers: [], sent: [] },
  S2S_OAUTH2: {
    configFields: [],
    connectionFields: [clientId, clientSecret],
    carriers: ["oauth2"],
    sent: ["access_token"],
    flow: "clientCredentials",
  },
  DCR_OAUTH: {
    configFields: [],
    connectionFields: [],
    carriers: ["oauth2"],
    sent: ["access_token"],
    flow: "authorizationCode",
    redirects: true,
    missing: {
      at: "auth config",
      reason: "the service does not register OAuth clients (RFC 7591)",
    },
  },
  SAML: { ...unspecified, missing: unknownProtocol },
  BILLCOM_AUTH: { ...unspecified, missing: unknownProtocol },
  CALCOM_AUTH: { ...unspecified, missing: unknownProtocol },
};

/** The names of `authSchemes`. */
// `Object.keys` has the type `string[]`, because an object may have more members than its type says.
export const authModes: readonly AuthMode[] = Object.keys(authSchemes) as AuthMode[];
