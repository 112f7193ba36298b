import type { AuthFormat, FieldFormat } from "../documents/document-format.ts";
import type { AuthField, AuthFieldGroup, AuthMode, AuthScheme } from "../types/auth-types.ts";

/**
 * The fields of a scheme. First come the fields that its mode always has (docs/decisions.md §4), with the document's
 * texts where it has any, then the document's own fields.
 */
export function buildAuthFields(auth: AuthFormat): AuthScheme["fields"] {
  const { auth_config_creation, connected_account_initiation } = auth.fields;
  return {
    auth_config_creation: groupFields(listConfigFields(auth), auth_config_creation),
    connected_account_initiation: groupFields(
      connectionFields[auth.mode],
      connected_account_initiation,
    ),
  };
}

/** A field of a mode. */
interface ModeField {
  readonly name: string;
  readonly display: string;
  readonly secret?: boolean;
  readonly required?: boolean;
  readonly type?: AuthField["type"];
  readonly default?: AuthField["default"];
  readonly description?: string;
}

function groupFields(
  ofMode: readonly ModeField[],
  written: readonly FieldFormat[],
): AuthFieldGroup {
  const names = [...new Set([...ofMode, ...written].map(({ name }) => name))];
  const required: AuthField[] = [];
  const optional: AuthField[] = [];
  for (const name of names) {
    const basis = ofMode.find((field) => field.name === name);
    const own = written.find((field) => field.name === name);
    const field: AuthField = {
      name,
      displayName: own?.display_name ?? basis?.display ?? name,
      type: basis?.type ?? own?.type ?? "string",
      description: own?.description || basis?.description || "",
      default: own?.default ?? basis?.default ?? null,
      is_secret: own?.secret ?? basis?.secret ?? false,
    };
    ((own?.required ?? basis?.required ?? true) ? required : optional).push(field);
  }
  return { required, optional };
}

function listConfigFields(auth: AuthFormat): readonly ModeField[] {
  if (auth.mode !== "OAUTH2") {
    return configFieldsByMode[auth.mode] ?? [];
  }
  const { client_authentication, default_scopes = [] } = auth.oauth2 ?? {};
  const scopes: ModeField = {
    name: "scopes",
    display: "Scopes",
    type: "array",
    required: false,
    default: default_scopes,
    description: "The OAuth scopes that users are asked to grant.",
  };
  return [clientId, ...(client_authentication === "none" ? [] : [clientSecret]), scopes];
}

const clientId: ModeField = { name: "client_id", display: "Client ID" };
const clientSecret: ModeField = { name: "client_secret", display: "Client secret", secret: true };

const configFieldsByMode: Partial<Readonly<Record<AuthMode, readonly ModeField[]>>> = {
  OAUTH1: [
    { name: "consumer_key", display: "Consumer key" },
    { name: "consumer_secret", display: "Consumer secret", secret: true },
  ],
};

const connectionFields: Readonly<Record<AuthFormat["mode"], readonly ModeField[]>> = {
  OAUTH2: [],
  OAUTH1: [],
  DCR_OAUTH: [],
  API_KEY: [{ name: "generic_api_key", display: "API key", secret: true }],
  BASIC: [
    { name: "username", display: "User name" },
    { name: "password", display: "Password", secret: true, required: false },
  ],
  BEARER_TOKEN: [{ name: "token", display: "Token", secret: true }],
  BASIC_WITH_JWT: [
    { name: "username", display: "User name" },
    { name: "password", display: "Password", secret: true },
  ],
  GOOGLE_SERVICE_ACCOUNT: [
    { name: "credentials_json", display: "Credentials (JSON)", secret: true },
  ],
  SERVICE_ACCOUNT: [
    { name: "application_id", display: "Application ID" },
    { name: "installation_id", display: "Installation ID" },
    { name: "private_key", display: "Private key", secret: true },
  ],
  S2S_OAUTH2: [clientId, clientSecret],
  SAML: [],
  BILLCOM_AUTH: [],
  CALCOM_AUTH: [],
};
