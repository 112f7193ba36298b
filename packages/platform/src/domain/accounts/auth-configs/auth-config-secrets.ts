import type { Schemas } from "../../../api-types.ts";
import type { Opening, SecretPlace } from "../../../secrets/secrets.ts";
import {
  computeNextVersion,
  locateCurrentEnvelope,
  type VersionedRow,
  type VersionedSecrets,
} from "../../../secrets/versioned-row.ts";
import type { Values } from "../../fields/masking.ts";
import type { Scope } from "../../scope.ts";

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
  const [id, stored] = typeof row === "string" ? [row, undefined] : [row.id, row];
  const version = computeNextVersion(stored);
  const at = { ...placeAuthConfigSecrets(scope, id), version };
  return {
    secrets: await scope.platform.secrets.seal(scope.trx, at, secrets),
    secrets_version: version,
  };
}

/**
 * Opens the secrets of an auth config. Rejects with SecretUnreadableError when the envelope was altered, moved or put
 * back.
 */
export function openAuthConfig(
  scope: Scope,
  row: VersionedRow & { readonly secrets: string },
): Opening<AuthConfigSecrets> {
  const at = locateCurrentEnvelope(placeAuthConfigSecrets(scope, row.id), row);
  // The envelope is authentic, so it holds what `sealAuthConfig` put into it.
  return scope.platform.secrets.openKept(scope.trx, at, row.secrets) as Opening<AuthConfigSecrets>;
}

function placeAuthConfigSecrets(scope: Scope, row: string): SecretPlace {
  return { ownerId: scope.projectId, table: "auth_configs", row, field: "secrets" };
}
