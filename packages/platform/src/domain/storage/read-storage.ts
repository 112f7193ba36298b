import { sql } from "kysely";
import type { StorageKind } from "../../base/db/tables.ts";
import { reportFullStorage } from "../quotas/report-full-storage.ts";
import type { Scope } from "../scope.ts";

/** Bytes that a project stores. `files` includes the bytes that are arriving. */
export type StoredBytes = Readonly<Record<StorageKind, number>>;

/** Reads the bytes that the project stores, from their kept sums. */
export async function readStoredBytes({
  trx,
  projectId,
}: Pick<Scope, "trx" | "projectId">): Promise<StoredBytes> {
  const { rows } = await sql<{ kind: StorageKind; bytes: number }>`
    select kind, greatest(sum(bytes), 0)::float8 as bytes from (
      select kind, bytes from storage_counts where project_id = ${projectId}
      union all
      select kind, bytes from storage_reservations where project_id = ${projectId} and expires_at > now()) as t
    group by kind`.execute(trx);
  const found = new Map(rows.map(({ kind, bytes }) => [kind, bytes]));
  const read = (kind: StorageKind): number => found.get(kind) ?? 0;
  return {
    files: read("files"),
    toolkits: read("toolkits"),
    logs_and_events: read("logs_and_events"),
  };
}

/**
 * Checks that the project may store so many bytes more. It holds until the end of the transaction only if the caller has
 * locked the project; for bytes that arrive, use a reservation.
 *
 * @throws PlatformError `Project_StorageFull`
 */
export async function assertRoom(
  scope: Pick<Scope, "trx" | "projectId" | "platform">,
  kind: "files" | "toolkits",
  bytes: number,
): Promise<void> {
  const quota = scope.platform.quotas[kind];
  if (quota !== undefined && (await readStoredBytes(scope))[kind] + bytes > quota) {
    throw reportFullStorage(kind, quota);
  }
}
