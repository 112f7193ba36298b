/** Members of credentials that are always secrets, whatever the toolkit declares. */
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

/** The fields that a toolkit declares, by name. */
export type DeclaredFields = ReadonlyMap<string, { readonly is_secret: boolean }>;

/** Values, by name. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * A secret as reads show it (docs/decisions.md §6): its first four characters and `...`. A secret under 12 characters
 * is shown as `...`.
 */
export function maskSecret(secret: unknown): string {
  return typeof secret === "string" && secret.length >= 12 ? `${secret.slice(0, 4)}...` : "...";
}

/** True when reads mask the value. This includes every value that is not declared as harmless. */
export function isSecretField(name: string, declared: DeclaredFields): boolean {
  if (alwaysSecret.has(name)) {
    return true;
  }
  const field = declared.get(name);
  return field === undefined ? !neverSecret.has(name) : field.is_secret;
}

/** Masks the secrets among the values. The PKCE verifier is always left out. */
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
 * Merges changes key by key (docs/decisions.md §5): `""` and `[]` clear a value. A secret that equals its own mask,
 * as returned by a read, stays as it is.
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
