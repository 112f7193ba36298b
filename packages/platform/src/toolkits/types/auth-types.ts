import type { Schemas } from "../../api-types.ts";
/** The auth schemes of docs/decisions.md §4. */
export const authModes: readonly Schemas["AuthScheme"][] = [
  "OAUTH2",
  "OAUTH1",
  "API_KEY",
  "BASIC",
  "BEARER_TOKEN",
  "BASIC_WITH_JWT",
  "GOOGLE_SERVICE_ACCOUNT",
  "SERVICE_ACCOUNT",
  "NO_AUTH",
  "S2S_OAUTH2",
  "DCR_OAUTH",
  "SAML",
  "BILLCOM_AUTH",
  "CALCOM_AUTH",
];

/** How a user proves to the application who they are. */
export type AuthMode = Schemas["AuthScheme"];

/** `ToolkitAuthField` of spec/schemas/toolkits.yaml. */
export interface AuthField {
  readonly name: string;
  readonly displayName: string;
  readonly type: "string" | "integer" | "number" | "boolean" | "array";
  readonly description: string;
  readonly default: string | number | boolean | readonly string[] | null;
  readonly is_secret: boolean;
}

/** The fields that one call takes. */
export interface AuthFieldGroup {
  readonly required: readonly AuthField[];
  readonly optional: readonly AuthField[];
}

/** One auth scheme of a toolkit. */
export interface AuthScheme {
  /** For people. */
  readonly name: string;
  readonly mode: AuthMode;
  readonly fields: {
    readonly auth_config_creation: AuthFieldGroup;
    readonly connected_account_initiation: AuthFieldGroup;
  };
  /** The name in `components.securitySchemes`, which says where the credential is put. */
  readonly securityScheme: string;
  /** True when the deployment may hold credentials for it. The catalog's records say if it does. */
  readonly mayBeManaged: boolean;
  /** Members of `state.val` whose value may be a whole host (docs/decisions.md §6); others are one DNS label. */
  readonly ownHostFields: ReadonlySet<string>;
  /** The text before an API key, such as `token `; empty for most. */
  readonly prefix: string;
  /** For OAUTH2, S2S_OAUTH2 and DCR_OAUTH. */
  readonly oauth2?: OAuth2Settings;
  /** The operation that `validate_credentials` calls: a tool slug without required arguments. */
  readonly testTool?: string;
}

/** The settings of a toolkit's OAuth 2 flow. URLs may hold `{variables}`, which are filled from `state.val`. */
export interface OAuth2Settings {
  /** Absent for client credentials. */
  readonly authorizationUrl?: string;
  readonly tokenUrl: string;
  /** The token endpoint of refreshes where it is another one. */
  readonly refreshUrl?: string;
  /** RFC 7009. */
  readonly revocationUrl?: string;
  /** RFC 8414 and RFC 9207; set when the server names itself. */
  readonly issuer?: string;
  /** All scopes of the document, with their descriptions. */
  readonly scopes: Readonly<Record<string, string>>;
  /** Asked for unless the auth config says otherwise. */
  readonly defaultScopes: readonly string[];
  /** Default a space (RFC 6749, section 3.3). */
  readonly scopeSeparator: string;
  /** The parameter that scopes are sent in; `scope` unless the server has another. */
  readonly scopeParameter: string;
  /** True when PKCE with S256 is sent (RFC 7636): always, unless the document says that the server refuses it. */
  readonly pkce: boolean;
  readonly clientAuthentication: "client_secret_basic" | "client_secret_post" | "none";
  /** How the token request's body is written. Default `form` (RFC 6749, section 4.1.3). */
  readonly tokenRequestFormat: "form" | "json";
  /** Added to the authorization request, such as `access_type: offline`. */
  readonly authorizationParameters: Readonly<Record<string, string>>;
  /** Added to token requests as headers. */
  readonly tokenHeaders: Readonly<Record<string, string>>;
  /** JSON Pointers into the token answer (RFC 6749, section 5.1 where nothing is said). */
  readonly tokenResponse: {
    readonly accessToken: string;
    readonly refreshToken: string;
    readonly tokenType: string;
    readonly expiresIn: string;
    readonly scope: string;
    /** Holds in an answer that grants a token, for servers that fail with 200. */
    readonly success?: { readonly pointer: string; readonly equals: unknown };
    /** Place in the document at which a failure is reported. */
    readonly error: string;
  };
}
