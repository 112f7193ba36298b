import type { Selectable } from "kysely";
import type { AuthField, AuthScheme } from "../../../applications/toolkits/types/auth-types.ts";
import type { Schemas } from "../../../base/api-types.ts";
import type { Tables } from "../../../base/db/tables.ts";
import { openForList } from "../../../base/secrets/open-for-list.ts";
import type { SecretBox } from "../../../base/secrets/secret-box.ts";
import { findScheme } from "../../fields/connection-catalog.ts";
import { findDeclaredFields, isGiven } from "../../fields/fields.ts";
import { maskSecret, maskValues } from "../../fields/masking.ts";
import type { Scope } from "../../scope.ts";
import { openAuthConfigWith } from "./auth-config-secrets.ts";
import { chooseRedirectAddress } from "./redirect-address.ts";

/** A row of `auth_configs`. */
export type AuthConfigRow = Selectable<Tables["auth_configs"]>;

/** The record of a row. Its secrets are always masked, and left out when they cannot be read. */
export function toAuthConfigRecord(
  scope: Scope,
  box: SecretBox,
  row: AuthConfigRow & { readonly connections: number },
): Schemas["AuthConfig"] {
  const {
    credentials,
    shared_credentials: shared,
    proxy_config,
  } = openForList(() => openAuthConfigWith(box, row)) ?? {
    credentials: {},
    shared_credentials: {},
  };
  const toolkit = scope.catalog.findToolkit(row.toolkit_slug);
  const scheme = findScheme(toolkit, row.auth_scheme);
  const declared = findDeclaredFields(scheme);
  const fields = scheme?.fields.connected_account_initiation ?? { required: [], optional: [] };
  const asked = [
    ...fields.required.map((field) => toInputField(field, true)),
    ...fields.optional.map((field) => toInputField(field, false)),
  ];
  return {
    id: row.id,
    uuid: row.uuid,
    type: row.is_platform_managed ? "default" : "custom",
    toolkit: {
      slug: row.toolkit_slug,
      // The project may have deleted the toolkit since.
      logo: toolkit?.record.meta.logo ?? `${scope.platform.baseUrl}/logos/${row.toolkit_slug}.svg`,
    },
    name: row.name,
    auth_scheme: row.auth_scheme,
    is_platform_managed: row.is_platform_managed,
    credentials: {
      ...maskValues(credentials, declared, true),
      ...shareRedirectAddress(scope, row, scheme),
    },
    ...(proxy_config === undefined ? {} : { proxy_config: maskProxy(proxy_config) }),
    ...(Object.keys(shared).length === 0
      ? {}
      : { shared_credentials: maskValues(shared, declared, true) }),
    status: row.status,
    is_disabled: row.status === "DISABLED",
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    last_updated_at: row.updated_at.toISOString(),
    no_of_connections: row.connections,
    tool_access_config: {
      tools_available_for_execution: row.restrict_to_following_tools,
      tools_for_connected_account_creation: row.tools_for_connected_account_creation,
    },
    restrict_to_following_tools: row.restrict_to_following_tools,
    expected_input_fields: asked.filter(
      ({ name }) => !isGiven(shared[name]) && !isGiven(credentials[name]),
    ),
  };
}

/** The values with which a project registers its own OAuth client at the application. */
function shareRedirectAddress(
  scope: Scope,
  row: AuthConfigRow,
  scheme: AuthScheme | undefined,
): { readonly oauth_redirect_uri?: string } {
  if (row.is_platform_managed || scheme?.oauth2?.authorizationUrl === undefined) {
    return {};
  }
  const address = chooseRedirectAddress(scope, row.toolkit_slug, row.has_own_redirect);
  return { oauth_redirect_uri: address };
}

function maskProxy(proxy: Schemas["AuthConfigProxy"]): Schemas["AuthConfigProxy"] {
  const { proxy_url, proxy_auth_key: key } = proxy;
  return key === undefined ? { proxy_url } : { proxy_url, proxy_auth_key: maskSecret(key) };
}

function toInputField(field: AuthField, required: boolean): Schemas["AuthConfigInputField"] {
  const { name, displayName, description, is_secret, default: value, enum: choices } = field;
  return {
    name,
    displayName,
    // Forms have no lists, so a list is a string with commas there.
    type: field.type === "array" ? "string" : field.type,
    description,
    required,
    ...(value === null ? {} : { default: String(value) }),
    ...(choices === undefined ? {} : { enum: [...choices] }),
    is_secret,
  };
}
