import type { Schemas } from "../../../base/api-types.ts";

/** How a user proves to the application who they are. */
export type AuthMode = Schemas["AuthScheme"];

/** `ToolkitAuthField` of spec/schemas/toolkits.yaml. */
export interface AuthField {
  readonly name: string;
  readonly displayName: string;
  readonly type: "string" | "integer" | "number" | "boolean" | "array";
  readonly description: string;
  readonly default: string | number | boolean | readonly string[] | null;
  /** The only values that are possible; absent when any is. */
  readonly enum?: readonly string[];
  readonly is_secret: boolean;
}

/** The fields for one call. */
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
  /** The name in `components.securitySchemes`. That scheme determines where the credential is sent. */
  readonly securityScheme: string;
  /** True when the deployment may hold credentials for it. The records of the catalog say whether it does. */
  readonly mayBeManaged: boolean;
  /**
   * Members of `state.val` whose value may be a whole host (docs/decisions.md §6). The value of any other member is
   * one DNS label.
   */
  readonly ownHostFields: ReadonlySet<string>;
  /** The text before an API key, such as `token `. For most it is empty. */
  readonly prefix: string;
  /** For OAUTH2, S2S_OAUTH2 and DCR_OAUTH. */
  readonly oauth2?: OAuth2Settings;
  /** The operation that `validate_credentials` calls: the slug of a tool without required arguments. */
  readonly testTool?: string;
}

/** The settings of a toolkit's OAuth 2 flow. URLs may hold `{variables}`, which are filled from `state.val`. */
export interface OAuth2Settings {
  /** Absent for client credentials. */
  readonly authorizationUrl?: string;
  readonly tokenUrl: string;
  /** The token endpoint for refreshes, if it differs. */
  readonly refreshUrl?: string;
  /** RFC 7009. */
  readonly revocationUrl?: string;
  /** Present when the server sends its issuer (RFC 8414 and RFC 9207). */
  readonly issuer?: string;
  /** All scopes of the document, with their descriptions. */
  readonly scopes: Readonly<Record<string, string>>;
  /** The scopes to request, unless the auth config sets others. */
  readonly defaultScopes: readonly string[];
  /** Default a space (RFC 6749, section 3.3). */
  readonly scopeSeparator: string;
  /** The name of the parameter with the scopes: `scope`, unless the server uses another. */
  readonly scopeParameter: string;
  /** True when PKCE with S256 is used (RFC 7636). It is, unless the document states that the server refuses it. */
  readonly pkce: boolean;
  readonly clientAuthentication: "client_secret_basic" | "client_secret_post" | "none";
  /** The format of the token request's body. Default `form` (RFC 6749, section 4.1.3). */
  readonly tokenRequestFormat: "form" | "json";
  /** Added to the authorization request, such as `access_type: offline`. */
  readonly authorizationParameters: Readonly<Record<string, string>>;
  /** Added to token requests as headers. */
  readonly tokenHeaders: Readonly<Record<string, string>>;
  /** JSON Pointers into the token response. The defaults follow RFC 6749, section 5.1. */
  readonly tokenResponse: {
    readonly accessToken: string;
    readonly refreshToken: string;
    readonly tokenType: string;
    readonly expiresIn: string;
    readonly scope: string;
    /** A condition that holds when a token was granted, for servers that report failures with status 200. */
    readonly success?: { readonly pointer: string; readonly equals: unknown };
    /** JSON Pointer to the error in a failed response. */
    readonly error: string;
  };
}
