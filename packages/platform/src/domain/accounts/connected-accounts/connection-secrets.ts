import type { Opening, SecretPlace } from "../../../secrets/secrets.ts";
import {
  computeNextVersion,
  locateCurrentEnvelope,
  type VersionedRow,
  type VersionedSecrets,
} from "../../../secrets/versioned-row.ts";
import type { Values } from "../../fields/masking.ts";
import type { Scope } from "../../scope.ts";

/** The decrypted secrets of a connected account. */
export interface ConnectionSecrets {
  /** The members of `state.val` except `status`: credentials, tokens, parts of addresses. */
  readonly val: Values;
  /** The values that the connection was started with. */
  readonly params: Values;
}

/**
 * Seals an account's secrets in its next envelope, which is bound to its row and version.
 *
 * @param row locked, or the id of a row that is inserted with the envelope
 */
export async function sealConnection(
  scope: Scope,
  row: VersionedRow | string,
  secrets: ConnectionSecrets,
): Promise<VersionedSecrets> {
  const [id, stored] = typeof row === "string" ? [row, undefined] : [row.id, row];
  const version = computeNextVersion(stored);
  const at = { ...placeConnectionSecrets(scope, id), version };
  return {
    secrets: await scope.platform.secrets.seal(scope.trx, at, secrets),
    secrets_version: version,
  };
}

/** Opens the secrets of an account. After they were erased, the result is empty. Rejects with SecretUnreadableError. */
export function openConnection(
  scope: Scope,
  row: VersionedRow & { readonly secrets: string | null },
): Opening<ConnectionSecrets> {
  if (row.secrets === null) {
    return { val: {}, params: {} };
  }
  const at = locateCurrentEnvelope(placeConnectionSecrets(scope, row.id), row);
  // The envelope is authentic, so it holds what `sealConnection` put into it.
  return scope.platform.secrets.openKept(scope.trx, at, row.secrets) as Opening<ConnectionSecrets>;
}

function placeConnectionSecrets(scope: Scope, row: string): SecretPlace {
  return { ownerId: scope.projectId, table: "connected_accounts", row, field: "secrets" };
}
