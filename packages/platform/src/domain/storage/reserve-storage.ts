import { sql } from "kysely";
import { reportFullStorage } from "../quotas/report-full-storage.ts";
import type { Scope } from "../scope.ts";

/** Bytes of one file that are arriving. */
export interface WantedBytes {
  /** The id of the file. */
  readonly id: string;
  /** Bytes of the file that have to fit. */
  readonly needed: number;
  /** Bytes that are reserved if they fit, so that not every piece asks. */
  readonly wanted: number;
}

/**
 * Reserves room for a file, in place of the room that it had before, for an hour. All reservations and files of a project
 * together never pass its quota, whoever asks at the same time.
 *
 * @returns the bytes that the file may have: `wanted` or `needed`
 * @throws PlatformError `Project_StorageFull`
 */
export async function reserveFileBytes(
  { trx, projectId, platform }: Scope,
  { id, needed, wanted }: WantedBytes,
): Promise<number> {
  const quota = platform.quotas.files;
  if (quota === undefined) {
    return Number.POSITIVE_INFINITY;
  }
  const { rows } = await sql<{
    granted: number | null;
  }>`select reserve_storage(${projectId}, ${id}, 'files',
    ${needed}::float8, ${wanted}::float8, ${quota}::float8) as granted`.execute(trx);
  const granted = rows[0]?.granted ?? null;
  if (granted === null) {
    throw reportFullStorage("files", quota);
  }
  return granted;
}

/** Gives the room of a file back, or to the file itself, whose size is counted in the same transaction. */
export async function releaseFileBytes(
  { trx, projectId }: Pick<Scope, "trx" | "projectId">,
  id: string,
): Promise<void> {
  await trx
    .deleteFrom("storage_reservations")
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .execute();
}
