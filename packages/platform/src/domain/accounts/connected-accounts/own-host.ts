import type { AuthScheme } from "../../../applications/toolkits/types/auth-types.ts";
import { findDeclaredFields, isGiven, isSuggested } from "../../fields/fields.ts";
import { isSecretField, type Values } from "../../fields/masking.ts";
import type { AuthConfigSecrets } from "../auth-configs/auth-config-secrets.ts";

/**
 * The part of an auth config that its accounts inherit: its secrets, and whether they belong to the deployment's own
 * client.
 */
export interface SharedSecrets {
  readonly isManaged: boolean;
  readonly secrets: AuthConfigSecrets;
}

/**
 * True when an auth config adds secrets to the requests of its accounts: a managed client, shared credentials, or a
 * client secret.
 */
export function sharesSecrets(scheme: AuthScheme, { isManaged, secrets }: SharedSecrets): boolean {
  const { credentials, shared_credentials: shared } = secrets;
  const declared = findDeclaredFields(scheme);
  return (
    isManaged ||
    Object.keys(shared).length > 0 ||
    Object.keys(credentials).some((name) => isSecretField(name, declared))
  );
}

/**
 * True when an account would send somebody else's secrets to a host that its user named (`own_host`,
 * docs/decisions.md §6). Check it before every use: new connections with such a host are refused, but the auth config
 * may get its secrets later, and a new version of the toolkit may add `own_host` to a field.
 *
 * @param val the account's own values, without those of its auth config
 */
export function wouldLeakToOwnHost(
  scheme: AuthScheme,
  val: Values,
  shared: SharedSecrets,
): boolean {
  const namesHost = [...scheme.ownHostFields].some(
    (name) => isGiven(val[name]) && !isSuggested(scheme, name, val[name]),
  );
  return namesHost && sharesSecrets(scheme, shared);
}
