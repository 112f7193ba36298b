import type { AccountIdentity } from "../../../applications/oauth/identity.ts";
import type { SecretBox } from "../../../base/secrets/secret-box.ts";
import {
  locateCurrentEnvelope,
  sealNextEnvelope,
  type VersionedRow,
  type VersionedSecrets,
} from "../../../base/secrets/versioned-row.ts";
import type { Values } from "../../fields/masking.ts";
import type { Scope } from "../../scope.ts";

/** The decrypted secrets of a connected account. */
export interface ConnectionSecrets {
  /** The members of `state.val` except `status`: credentials, tokens, parts of addresses. */
  readonly val: Values;
  /** The values that the connection was started with. */
  readonly params: Values;
  /** Who the account is at the application, once somebody asked. */
  readonly identity?: AccountIdentity;
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
  return await sealNextEnvelope("connected_accounts", scope, row, secrets);
}

/** Opens the secrets of an account. After they were erased, the result is empty; @throws SecretUnreadableError */
export function openConnection(
  box: SecretBox,
  row: VersionedRow & { readonly secrets: string | null },
): ConnectionSecrets {
  if (row.secrets === null) {
    return { val: {}, params: {} };
  }
  const at = locateCurrentEnvelope("connected_accounts", box.ownerId, row);
  // The envelope is authentic, so it holds what `sealConnection` put into it.
  return box.open(at, row.secrets) as ConnectionSecrets;
}
