import type { AuthScheme } from "../../toolkits/types/auth-types.ts";
import type { AuthConfigSecrets } from "../auth-configs/auth-config-secrets.ts";
import { declaredFields, isGiven } from "../fields/fields.ts";
import { isSecretField, type Values } from "../fields/masking.ts";

/** What accounts get from their auth config: its secrets, and whether the client is the deployment's. */
export interface SharedSecrets {
  readonly isManaged: boolean;
  readonly secrets: AuthConfigSecrets;
}

/** Whether an auth config adds secrets to what its accounts send: a managed client, shared credentials, a client secret. */
export function sharesSecrets(scheme: AuthScheme, { isManaged, secrets }: SharedSecrets): boolean {
  const { credentials, shared_credentials: shared } = secrets;
  const declared = declaredFields(scheme);
  return (
    isManaged ||
    Object.keys(shared).length > 0 ||
    Object.keys(credentials).some((name) => isSecretField(name, declared))
  );
}

/**
 * Whether an account would send secrets that are not its user's to a host that its user named (docs/decisions.md §6, `own_host`).
 * Asked before every use: a connection is refused with such a host, but the auth config may be given its secrets later,
 * and a new version of the toolkit may say `own_host` of a field that was none.
 *
 * @param val the account's own values, without those of its auth config
 */
export function wouldLeakToOwnHost(
  scheme: AuthScheme,
  val: Values,
  shared: SharedSecrets,
): boolean {
  const namesHost = [...scheme.ownHostFields].some((name) => isGiven(val[name]));
  return namesHost && sharesSecrets(scheme, shared);
}
