import type { AuthMode } from "../types/auth-types.ts";
import type { FileRule } from "../types/tool-types.ts";
import type { WebhookSettings } from "../types/webhook-types.ts";

/**
 * The `x-platform-*` fields of toolkit documents as they are written, with defaults filled in. toolkits/README.md
 * describes them for people, document-schemas.ts reads them.
 */

/** A condition on the response: exactly one of `equals`, `absent` and `present`. */
export interface SuccessConditionFormat {
  readonly pointer: string;
  readonly equals?: string | number | boolean | null | undefined;
  readonly absent?: true | undefined;
  readonly present?: true | undefined;
}

/** A field of credentials. Members that are undefined get the default of the mode. */
export interface FieldFormat {
  readonly name: string;
  readonly display_name?: string | undefined;
  readonly type: "string" | "integer" | "number" | "boolean" | "array";
  readonly description: string;
  readonly default: string | number | boolean | string[] | null;
  readonly enum?: readonly string[] | undefined;
  readonly secret?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly own_host: boolean;
}

/** Settings of an OAuth flow that a security scheme cannot express. */
export interface OAuth2Format {
  readonly default_scopes: readonly string[];
  readonly scope_separator: string;
  readonly scope_parameter: string;
  readonly pkce: boolean;
  readonly client_authentication: "client_secret_basic" | "client_secret_post" | "none";
  readonly token_request_format: "form" | "json";
  readonly authorization_parameters: Readonly<Record<string, string>>;
  readonly token_headers: Readonly<Record<string, string>>;
  readonly revocation_url?: string | undefined;
  readonly issuer?: string | undefined;
  readonly token_response: {
    readonly access_token: string;
    readonly refresh_token: string;
    readonly token_type: string;
    readonly expires_in: string;
    readonly scope: string;
    readonly success?: { readonly pointer: string; readonly equals: string | boolean } | undefined;
    readonly error: string;
  };
}

/** An auth scheme. */
export interface AuthFormat {
  readonly mode: Exclude<AuthMode, "NO_AUTH">;
  readonly security_scheme: string;
  readonly name: string;
  readonly managed: boolean;
  readonly prefix: string;
  readonly test_operation?: string | undefined;
  readonly oauth2?: OAuth2Format | undefined;
  readonly fields: {
    readonly auth_config_creation: readonly FieldFormat[];
    readonly connected_account_initiation: readonly FieldFormat[];
  };
}

/** `x-platform-toolkit` of the document's root. */
export interface ToolkitFormat {
  readonly slug: string;
  readonly legacy_id: string;
  readonly logo?: string | undefined;
  readonly app_url: string | null;
  readonly categories: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
  readonly deprecated: boolean;
  readonly allowed_hosts: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly success: readonly SuccessConditionFormat[];
  readonly errors: readonly string[];
  readonly form_style: "plain" | "brackets";
  readonly auth: readonly AuthFormat[];
  /** How the application sends its webhooks. */
  readonly webhooks?: WebhookSettings | undefined;
}

/** The hints of the Model Context Protocol. */
export type Hint = "readOnlyHint" | "destructiveHint" | "idempotentHint" | "openWorldHint";

/** The `x-platform-*` fields of an operation. */
export interface OperationFormat {
  readonly "x-platform-search": readonly string[];
  readonly "x-platform-hints"?: readonly Hint[] | undefined;
  readonly "x-platform-success"?: readonly SuccessConditionFormat[] | undefined;
  readonly "x-platform-errors"?: readonly string[] | undefined;
  readonly "x-platform-result": string;
  readonly "x-platform-graphql"?: { readonly query: string } | undefined;
  readonly "x-platform-mime"?: { readonly target: string } | undefined;
  readonly "x-platform-file"?: FileRule | undefined;
  readonly "x-platform-members": Readonly<Record<string, string>>;
}
