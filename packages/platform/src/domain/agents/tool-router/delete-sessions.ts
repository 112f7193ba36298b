import { readDatabaseNow } from "../../../base/db/now.ts";
import type { ScopedTransaction } from "../../../base/db/transactions/scoped.ts";
import { PlatformError } from "../../../base/errors.ts";
import type { Scope } from "../../scope.ts";
import { readHandle } from "./session-handle.ts";
import { hashSessionId, readSession } from "./sessions.ts";

/**
 * Deletes a session. From the commit on, its URL and the links that it made are refused by all replicas.
 *
 * @throws PlatformError as `readSession` does
 */
export async function deleteSession(scope: Scope, id: string): Promise<void> {
  await readSession(scope, id);
  await scope.trx
    .deleteFrom("tool_router_sessions")
    .where("project_id", "=", scope.projectId)
    .where("id", "=", hashSessionId(id))
    .execute();
}

/**
 * Deletes a session by its handle, as `deleteSession` does by its id.
 *
 * @throws PlatformError `ToolRouter_SessionNotFound`
 */
export async function deleteSessionByHandle(
  { trx, projectId }: Scope,
  handle: string,
): Promise<void> {
  const deleted = await trx
    .deleteFrom("tool_router_sessions")
    .where("project_id", "=", projectId)
    .where("id", "=", readHandle(handle))
    .where("expires_at", ">", readDatabaseNow())
    .returning("id")
    .executeTakeFirst();
  if (deleted === undefined) {
    throw new PlatformError("ToolRouter_SessionNotFound");
  }
}

/** Deletes the sessions of a project, or those of one of its users, and returns the number of those that had not ended. */
export async function deleteSessions(
  { trx, projectId }: { readonly trx: ScopedTransaction; readonly projectId: string },
  userId?: string,
): Promise<number> {
  const deleted = await trx
    .deleteFrom("tool_router_sessions")
    .where("project_id", "=", projectId)
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? ""))
    .returning((eb) => eb("expires_at", ">", readDatabaseNow()).as("isThere"))
    .execute();
  return deleted.filter(({ isThere }) => isThere).length;
}
