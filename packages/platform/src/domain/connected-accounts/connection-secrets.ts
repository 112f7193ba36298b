import { z } from "zod";
import type { SecretPlace } from "../../secrets/secrets.ts";
import {
  currentPlace,
  nextVersion,
  type VersionedRow,
  type VersionedSecrets,
} from "../../secrets/versioned-row.ts";
import type { Values } from "../fields/masking.ts";
import type { Scope } from "../scope.ts";

/** The secrets of a connected account, as its envelope holds them. */
export interface ConnectionSecrets {
  /** The members of `state.val` but `status`: credentials, tokens, parts of addresses. */
  readonly val: Values;
  /** The values that the connection was started with. */
  readonly params: Values;
}

const shape = z.object({
  val: z.record(z.string(), z.unknown()),
  params: z.record(z.string(), z.unknown()),
});

/**
 * The next envelope of an account's secrets with its version, bound to its row.
 *
 * @param row locked, or the id of one that is inserted with it
 */
export async function sealConnection(
  scope: Scope,
  row: VersionedRow | string,
  secrets: ConnectionSecrets,
): Promise<VersionedSecrets> {
  const [id, stored] = typeof row === "string" ? [row, undefined] : [row.id, row];
  const version = nextVersion(stored);
  const at = { ...place(scope, id), version };
  return {
    secrets: await scope.platform.secrets.seal(scope.trx, at, secrets),
    secrets_version: version,
  };
}

/** The secrets of an account, empty once they were erased; @throws SecretUnreadableError */
export async function openConnection(
  scope: Scope,
  row: VersionedRow & { readonly secrets: string | null },
): Promise<ConnectionSecrets> {
  if (row.secrets === null) {
    return { val: {}, params: {} };
  }
  const at = currentPlace(place(scope, row.id), row);
  return shape.parse(await scope.platform.secrets.open(scope.trx, at, row.secrets));
}

function place(scope: Scope, row: string): SecretPlace {
  return { ownerId: scope.projectId, table: "connected_accounts", row, field: "secrets" };
}
