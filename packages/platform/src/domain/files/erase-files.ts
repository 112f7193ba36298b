import type { Kysely } from "kysely";
import { sql } from "kysely";
import { readDatabaseNow } from "../../base/db/now.ts";
import type { Tables } from "../../base/db/tables.ts";
import { PlatformError } from "../../base/errors.ts";
import type { FileStore } from "../../base/files/file-store.ts";
import { enqueueAll } from "../../base/jobs/enqueue.ts";
import { type Platform, runInProject, type Scope } from "../scope.ts";

/** Removes the bytes of a file whose row was removed before. Payload: the id of the file. */
export const eraseFileKind = "file.erase";

/**
 * Days after which a file without bytes is erased. A URL for an upload is valid for 7 days at most, so its bytes
 * cannot come later.
 */
const missingDays = 8;

/**
 * Milliseconds after which the bytes of a file are removed whose row was erased before they were at their place. The
 * process that brings them removes them at once, unless it is killed.
 */
const lateMs = 60 * 60 * 1000;

/**
 * Removes the rows of files, and schedules jobs in the same transaction that remove their bytes. Returns the number
 * of removed rows.
 */
async function eraseFiles(scope: Scope, ids: readonly string[]): Promise<number> {
  const { trx, projectId } = scope;
  if (ids.length === 0) {
    return 0;
  }
  const removed = await trx
    .deleteFrom("files")
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .returning(["id", "size"])
    .execute();
  await enqueueAll(
    trx,
    removed.map(({ id, size }) => ({
      projectId,
      kind: eraseFileKind,
      payload: { id },
      uniqueKey: id,
      ...(size === null && { delayMs: lateMs }),
    })),
  );
  return removed.length;
}

/**
 * Deletes a file of the project, and soon after it its bytes.
 *
 * @throws PlatformError `File_NotFound`
 */
export async function deleteFile(scope: Scope, id: string): Promise<void> {
  if ((await eraseFiles(scope, [id])) === 0) {
    throw new PlatformError("File_NotFound");
  }
}

/**
 * Erases the files that tools took or returned for this user only, and returns their number. Files of several users
 * only lose this user.
 */
export async function eraseFilesOfUser(scope: Scope, userId: string): Promise<number> {
  const { trx, projectId } = scope;
  const left = await trx
    .updateTable("files")
    .set({ user_ids: sql`array_remove(user_ids, ${userId})` })
    .where("project_id", "=", projectId)
    .where(sql<boolean>`${userId} = any(user_ids)`)
    .returning(["id", sql<boolean>`user_ids = '{}'`.as("is_nobodys")])
    .execute();
  return await eraseFiles(
    scope,
    left.filter((row) => row.is_nobodys).map(({ id }) => id),
  );
}

/** Removes the remains of uploads from the store. Every worker calls it on a timer. */
export async function sweepFiles(
  platform: Platform,
  files: Pick<FileStore, "sweep">,
): Promise<void> {
  const { now } = await platform.database.unscoped
    .selectNoFrom(readDatabaseNow().as("now"))
    .executeTakeFirstOrThrow();
  await files.sweep(now);
}

/**
 * Erases files that were not used for `retentionDays`, and files whose bytes never came, in bounded steps. Every
 * worker calls it on a timer.
 */
export async function purgeFiles(platform: Platform, retentionDays: number): Promise<number> {
  const step = 1_000;
  let total = 0;
  for (;;) {
    const days = { unused: retentionDays, missing: missingDays };
    const old = await findOldFiles(platform.database.unscoped, days, step);
    const byProject = Map.groupBy(old, ({ projectId }) => projectId);
    let removed = 0;
    for (const [projectId, files] of byProject) {
      const ids = files.map(({ id }) => id);
      removed += await runInProject(platform, projectId, (scope) => eraseFiles(scope, ids));
    }
    total += removed;
    if (removed === 0) {
      return total;
    }
  }
}

/**
 * Files that were not used for this many days, or whose bytes never arrived; at most `atMost`, those unused longest
 * first.
 */
async function findOldFiles(
  unscoped: Kysely<Tables>,
  days: { readonly unused: number; readonly missing: number },
  atMost: number,
): Promise<readonly { readonly projectId: string; readonly id: string }[]> {
  const { unused, missing } = days;
  const found = await sql<{
    project_id: string;
    id: string;
  }>`select * from find_old_files(${unused}::float8, ${missing}::float8, ${atMost}::integer)`.execute(
    unscoped,
  );
  return found.rows.map((row) => ({ projectId: row.project_id, id: row.id }));
}
