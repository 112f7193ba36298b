import type { SecretPlace } from "./secrets.ts";

/**
 * A row whose sealed secrets change. The envelope is bound to their version, so that an older envelope
 * that is put back into the row does not open. It is null for an envelope from before there were versions.
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

/** The place of the envelope that a row has. */
export function currentPlace(place: SecretPlace, row: VersionedRow): SecretPlace {
  return row.secrets_version === null ? place : { ...place, version: row.secrets_version };
}

/** The version of the next envelope of a row, which has to be locked; 1 for a row that is inserted with it. */
export function nextVersion(row: VersionedRow | undefined): number {
  return (row?.secrets_version ?? 0) + 1;
}
