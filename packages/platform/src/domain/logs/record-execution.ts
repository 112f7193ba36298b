import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "../../api-types.ts";
import { addToDatabaseNow } from "../../db/now.ts";
import { send } from "../../db/statements.ts";
import { PlatformError } from "../../errors.ts";
import type { Scope } from "../scope.ts";
import { sealBodies } from "./log-bodies.ts";
import { countUses } from "./toolkit-uses.ts";

/**
 * The facts about an execution before its call. `createLogId` creates the id earlier, because the response contains
 * it.
 */
export type BegunExecution = Pick<
  Schemas["ToolExecutionLog"],
  | "id"
  | "tool_slug"
  | "toolkit_slug"
  | "version"
  | "source"
  | "user_id"
  | "connected_account_id"
  | "auth_config_id"
  | "arguments"
  | "request_id"
>;

/** The facts that are known after the call. */
export type ExecutionEnd = Pick<
  Schemas["ToolExecutionLog"],
  "successful" | "error" | "status_code" | "data" | "duration_ms"
> & {
  /** The failure in the service's own words, stored unencrypted. `error` may contain the application's words. */
  readonly reason: string | null;
};

/**
 * An execution takes at most 60 seconds (docs/decisions.md §7). If it is not completed half a minute later, its
 * process has ended, and it will never be completed.
 */
const leaseMs = 90_000;

/** A finished execution. */
export type EndedExecution = Pick<BegunExecution, "id" | "arguments"> & {
  readonly end: ExecutionEnd;
};

/**
 * Logs executions of a project whose calls are about to be made, and counts them. It is committed before the calls,
 * so that every effect leaves a trace. The calls wait for it, so it is a single statement and the last of its
 * transaction.
 *
 * @throws PlatformError `Project_NotFound` when the project was deleted meanwhile
 */
export async function beginExecutions(
  scope: Scope,
  executions: readonly BegunExecution[],
): Promise<void> {
  const entries = await Promise.all(
    executions.map(async ({ arguments: given, ...entry }) => {
      const bodies = { arguments: given, data: null, error: null };
      return { ...entry, bodies: await sealBodies(scope, entry.id, bodies) };
    }),
  );
  const begun = sql`with project as (${readVisibility(scope)}),
    entries as (select * from json_to_recordset(${JSON.stringify(entries)}::json) as entry
      (id text, tool_slug text, toolkit_slug text, version text, source text, user_id text,
        connected_account_id text, auth_config_id text, request_id text, bodies text)),
    logged as (
      insert into tool_execution_logs (project_id, id, tool_slug, toolkit_slug, version, source, user_id,
        connected_account_id, auth_config_id, request_id, successful, duration_ms, bodies, leased_until)
      select ${scope.projectId}, id, tool_slug, toolkit_slug, version, source, user_id,
        connected_account_id, auth_config_id, request_id, false, 0,
        case when visibility = ${hidden} then null else bodies end, ${addToDatabaseNow(leaseMs)}
      from project, entries)
    ${countUses(scope)}`;
  const { numAffectedRows } = await send(scope.trx, begun, { isPrepared: true, isLast: true });
  if (numAffectedRows === 0n) {
    throw new PlatformError("Project_NotFound");
  }
}

/**
 * Records the outcomes of begun executions. If the bodies were not stored at the beginning, they are not stored now. An
 * entry that was erased with its user stays erased.
 *
 * @param isLast true when this is the last statement of the transaction
 */
export async function completeExecutions(
  scope: Scope,
  executions: readonly EndedExecution[],
  isLast = false,
): Promise<void> {
  const entries = await Promise.all(
    executions.map(async ({ id, arguments: given, end }) => {
      const { data, error, ...outcome } = end;
      return {
        ...outcome,
        id,
        bodies: await sealBodies(scope, id, { arguments: given, data, error }),
      };
    }),
  );
  const completed = sql`update tool_execution_logs as log set
      successful = entry.successful, status_code = entry.status_code, duration_ms = entry.duration_ms,
      error = entry.reason, leased_until = null,
      bodies = case when log.bodies is null or (${readVisibility(scope)}) = ${hidden} then null else entry.bodies end
    from json_to_recordset(${JSON.stringify(entries)}::json) as entry
      (id text, successful boolean, status_code integer, duration_ms integer, reason text, bodies text)
    where log.project_id = ${scope.projectId} and log.id = entry.id`;
  await send(scope.trx, completed, { isPrepared: true, isLast });
}

/** The setting of a project that does not store bodies. The database checks it in the same statement. */
const hidden = "dont_store_data" satisfies Schemas["ProjectConfig"]["log_visibility_setting"];

function readVisibility({ projectId }: Scope): RawBuilder<string | null> {
  return sql<string | null>`select projects.config ->> 'log_visibility_setting' as visibility
    from projects where projects.id = ${projectId} and projects.deleted_at is null`;
}
