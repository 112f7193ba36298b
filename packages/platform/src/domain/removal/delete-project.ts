import { sql } from "kysely";
import { readDatabaseNow } from "../../base/db/now.ts";
import { enterProject } from "../../base/db/transactions/scoped.ts";
import { PlatformError } from "../../base/errors.ts";
import { enqueue } from "../../base/jobs/enqueue.ts";
import { selectAccounts } from "../accounts/connected-accounts/account-rows.ts";
import { revokeKind } from "../accounts/connected-accounts/changing/job-kinds.ts";
import { keepForRevocation } from "../accounts/connected-accounts/changing/keep-for-revocation.ts";
import { eraseAllAccounts } from "../accounts/connected-accounts/changing/remove-accounts.ts";
import { lockAccounts } from "../accounts/connected-accounts/open-account.ts";
import type { ConnectionCatalog } from "../fields/connection-catalog.ts";
import { eraseFileKind } from "../files/erase-files.ts";
import { endMcpTokens } from "../mcp-sign-in/end-tokens.ts";
import type { OrganizationScope, Scope } from "../scope.ts";

/** Destroys the rows and the data key of a deleted project. No payload. */
export const eraseProjectKind = "project.erase";

/** How long after its deletion a project is destroyed (docs/decisions.md §11). */
const retentionMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Deletes a project. From the commit on, its keys are refused and its jobs stop. Its tokens are revoked at the
 * applications that support it. After 30 days its rows and its data key are destroyed.
 *
 * @param catalog the project's catalog, which contains the revocation endpoints
 * @throws PlatformError `Project_NotFound`, also for a second call
 */
export async function deleteProject(
  scope: OrganizationScope,
  projectId: string,
  catalog: ConnectionCatalog,
): Promise<void> {
  const { trx, organizationId, platform } = scope;
  const deleted = await trx
    .updateTable("projects")
    .set({ deleted_at: readDatabaseNow(), updated_at: readDatabaseNow() })
    .where("organization_id", "=", organizationId)
    .where("id", "=", projectId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (deleted.numUpdatedRows === 0n) {
    throw new PlatformError("Project_NotFound");
  }
  await trx
    .deleteFrom("api_keys")
    .where("organization_id", "=", organizationId)
    .where("project_id", "=", projectId)
    .execute();
  await enterProject(trx, projectId);
  await stopWork({ projectId, trx, platform, catalog });
}

async function stopWork(scope: Scope): Promise<void> {
  const { trx, projectId } = scope;
  const accounts = await lockAccounts(scope, selectAccounts(scope));
  await trx.deleteFrom("link_tokens").where("project_id", "=", projectId).execute();
  await endMcpTokens(scope);
  // Before the revocations are written. Bytes of files that were erased before are still removed.
  await trx
    .deleteFrom("jobs")
    .where("project_id", "=", projectId)
    .where("kind", "not in", [revokeKind, eraseFileKind])
    .execute();
  await keepForRevocation(scope, accounts);
  await enqueue(trx, {
    projectId,
    kind: eraseProjectKind,
    uniqueKey: projectId,
    delayMs: retentionMs,
  });
}

type NotDue =
  | { readonly kind: "not_deleted" }
  | { readonly kind: "too_early"; readonly dueAt: Date };

/** The outcome: the project was destroyed, was not deleted, or was deleted less than 30 days ago. */
export type ProjectEnd = { readonly kind: "destroyed" } | NotDue;

type PlannedEnd = { readonly kind: "due" } | NotDue;

/**
 * Destroys a project that was deleted 30 days ago: its rows, and its data key, without which no copy of a sealed
 * value can be read. This cannot be undone, so it checks the time by the database's clock and does not trust the job
 * alone.
 */
export async function eraseProject(scope: Scope): Promise<ProjectEnd> {
  const { trx, projectId, platform } = scope;
  const end = await readProjectEnd(scope);
  if (end.kind !== "due") {
    return end;
  }
  await eraseAllAccounts(scope);
  await trx.deleteFrom("idempotency_keys").where("owner_id", "=", projectId).execute();
  await platform.secrets.destroyDataKeys(trx, projectId);
  // All other rows refer to the project and are deleted with it, including the job that calls this.
  await trx.deleteFrom("projects").where("id", "=", projectId).execute();
  return { kind: "destroyed" };
}

/** Returns whether a project has to be destroyed now. Its row is locked until the transaction ends. */
export async function readProjectEnd({ trx, projectId }: Scope): Promise<PlannedEnd> {
  const dueAt = sql<Date>`deleted_at + make_interval(secs => ${retentionMs / 1000}::float8)`;
  const project = await trx
    .selectFrom("projects")
    .select([dueAt.as("dueAt"), sql<boolean>`${dueAt} <= now()`.as("isDue")])
    .where("id", "=", projectId)
    .where("deleted_at", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  if (project === undefined) {
    return { kind: "not_deleted" };
  }
  if (!project.isDue) {
    return { kind: "too_early", dueAt: project.dueAt };
  }
  return { kind: "due" };
}
