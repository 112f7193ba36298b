import type { SecretPlace } from "./secrets.ts";

/**
 * A row whose sealed secrets change. The envelope is bound to `secrets_version`: if an older envelope is put back
 * into the row, it does not open. The version is null for an envelope from before versions existed.
 */
export interface VersionedRow {
  readonly id: string;
  readonly secrets_version: number | null;
}

/** A new envelope with its version: the two columns of an update or an insert. */
export interface VersionedSecrets {
  readonly secrets: string;
  readonly secrets_version: number;
}

/** The place of the envelope that is now in a row. */
export function locateCurrentEnvelope(place: SecretPlace, row: VersionedRow): SecretPlace {
  return row.secrets_version === null ? place : { ...place, version: row.secrets_version };
}

/** The version for the next envelope of a row, which the caller has locked; 1 for a row that is inserted with it. */
export function computeNextVersion(row: VersionedRow | undefined): number {
  return (row?.secrets_version ?? 0) + 1;
}
