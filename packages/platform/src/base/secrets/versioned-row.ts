import type { ScopedTransaction } from "../db/transactions/scoped.ts";
import type { SecretPlace, Secrets } from "./secrets.ts";

/**
 * A row whose sealed secrets change. The envelope is bound to `secrets_version`: if an older envelope is put back
 * into the row, it does not open.
 */
export interface VersionedRow {
  readonly id: string;
  readonly secrets_version: number;
}

/** A new envelope with its version: the two columns of an update or an insert. */
export interface VersionedSecrets {
  readonly secrets: string;
  readonly secrets_version: number;
}

/** The table of a row with versioned secrets. */
export type VersionedTable = "auth_configs" | "connected_accounts" | "webhook_subscriptions";

/** The place of the envelope that is now in a row. */
export function locateCurrentEnvelope(
  table: VersionedTable,
  ownerId: string,
  { id, secrets_version: version }: VersionedRow,
): SecretPlace {
  return { ownerId, table, row: id, field: "secrets", version };
}

/**
 * Seals the next envelope of a row.
 *
 * @param row locked, or the id of a row that is inserted with the envelope
 */
export async function sealNextEnvelope(
  table: VersionedTable,
  { trx, projectId, platform }: SealingScope,
  row: VersionedRow | string,
  value: object,
): Promise<VersionedSecrets> {
  const next =
    typeof row === "string"
      ? { id: row, secrets_version: 1 }
      : { id: row.id, secrets_version: row.secrets_version + 1 };
  const at = locateCurrentEnvelope(table, projectId, next);
  const secrets = await platform.secrets.seal(trx, at, value);
  return { secrets, secrets_version: next.secrets_version };
}

/** The parts of a project's scope that sealing needs. */
interface SealingScope {
  readonly trx: ScopedTransaction;
  readonly projectId: string;
  readonly platform: { readonly secrets: Secrets };
}
