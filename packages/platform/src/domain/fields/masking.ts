/** Members of credentials that are secrets whatever a toolkit says of them. */
const alwaysSecret = new Set([
  "access_token",
  "api_key",
  "client_secret",
  "consumer_secret",
  "credentials_json",
  "generic_api_key",
  "id_token",
  "oauth_token",
  "oauth_token_secret",
  "oauth_verifier",
  "password",
  "private_key",
  "proxy_auth_key",
  "proxy_password",
  "refresh_token",
  "token",
]);

/** Members of `state.val` that are not secret: parts of addresses, names, and values that the service itself shows. */
const neverSecret = new Set([
  "COMPANYDOMAIN",
  "account_id",
  "account_url",
  "api_url",
  "application_id",
  "authUri",
  "base_url",
  "borneo_dashboard_url",
  "callbackUrl",
  "callback_url",
  "client_id",
  "consumer_key",
  "dc",
  "domain",
  "error",
  "error_description",
  "expired_at",
  "expires_in",
  "extension",
  "form_api_base_url",
  "installation_id",
  "instanceEndpoint",
  "instanceName",
  "proxy_url",
  "proxy_username",
  "redirectUrl",
  "region",
  "scope",
  "scopes",
  "server_location",
  "shop",
  "site_name",
  "status",
  "subdomain",
  "token_type",
  "username",
  "version",
  "your-domain",
  "your_server",
]);

/** The fields that a toolkit declares, by their names. */
export type DeclaredFields = ReadonlyMap<string, { readonly is_secret: boolean }>;

/** Values, by name. */
export type Values = Readonly<Record<string, unknown>>;

/** A secret as reads show it (docs/decisions.md §6): four characters and `...`; under 12 characters `...` alone. */
export function maskSecret(secret: unknown): string {
  return typeof secret === "string" && secret.length >= 12 ? `${secret.slice(0, 4)}...` : "...";
}

/** True when a value is shown masked: secrets, and every value that is not declared as harmless. */
export function isSecretField(name: string, declared: DeclaredFields): boolean {
  if (alwaysSecret.has(name)) {
    return true;
  }
  const field = declared.get(name);
  return field === undefined ? !neverSecret.has(name) : field.is_secret;
}

/** The values with their secrets masked. The PKCE verifier is left out, masked or not. */
export function maskValues(values: Values, declared: DeclaredFields, mask: boolean): Values {
  const shown = Object.entries(values).filter(([name]) => name !== "code_verifier");
  return Object.fromEntries(
    shown.map(([name, value]) => [
      name,
      mask && isSecretField(name, declared) ? maskSecret(value) : value,
    ]),
  );
}

/**
 * Merges changes key by key (docs/decisions.md §5): `""` and `[]` clear a value, and a secret that equals its own mask, as a
 * read returned it, stays as it is.
 */
export function mergeValues(stored: Values, changes: Values, declared: DeclaredFields): Values {
  const merged = new Map(Object.entries(stored));
  for (const [name, value] of Object.entries(changes)) {
    const old = merged.get(name);
    const isOwnMask =
      old !== undefined && isSecretField(name, declared) && value === maskSecret(old);
    if (isOwnMask) {
      continue;
    }
    if (value === "" || (Array.isArray(value) && value.length === 0)) {
      merged.delete(name);
    } else {
      merged.set(name, value);
    }
  }
  return Object.fromEntries(merged);
}
