import type { Schemas } from "../../../base/api-types.ts";
import type { SecretBox } from "../../../base/secrets/secret-box.ts";
import {
  locateCurrentEnvelope,
  sealNextEnvelope,
  type VersionedRow,
  type VersionedSecrets,
} from "../../../base/secrets/versioned-row.ts";
import type { Values } from "../../fields/masking.ts";
import { openSecretBox, type Scope } from "../../scope.ts";

/** The decrypted secrets of an auth config. `scopes`, if present, is a list among the credentials. */
export interface AuthConfigSecrets {
  readonly credentials: Values;
  readonly shared_credentials: Values;
  readonly proxy_config?: Schemas["AuthConfigProxy"];
}

/**
 * Seals an auth config's secrets in its next envelope, which is bound to its row and version.
 *
 * @param row locked, or the id of a row that is inserted with the envelope
 */
export async function sealAuthConfig(
  scope: Scope,
  row: VersionedRow | string,
  secrets: AuthConfigSecrets,
): Promise<VersionedSecrets> {
  return await sealNextEnvelope("auth_configs", scope, row, secrets);
}

type SealedRow = VersionedRow & { readonly secrets: string };

/**
 * Opens the secrets of an auth config.
 *
 * @throws SecretUnreadableError when the envelope was altered, moved or put back
 */
export async function openAuthConfig(scope: Scope, row: SealedRow): Promise<AuthConfigSecrets> {
  return openAuthConfigWith(await openSecretBox(scope), row);
}

/** Like `openAuthConfig`, with a box that is open. */
export function openAuthConfigWith(box: SecretBox, row: SealedRow): AuthConfigSecrets {
  const at = locateCurrentEnvelope("auth_configs", box.ownerId, row);
  // The envelope is authentic, so it holds what `sealAuthConfig` put into it.
  return box.open(at, row.secrets) as AuthConfigSecrets;
}
