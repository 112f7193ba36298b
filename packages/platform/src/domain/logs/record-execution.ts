import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "../../api-types.ts";
import { databaseNowPlus } from "../../db/now.ts";
import { send } from "../../db/transactions/statements.ts";
import { PlatformError } from "../../errors.ts";
import type { Scope } from "../scope.ts";
import { sealBodies } from "./log-bodies.ts";
import { countUse } from "./toolkit-uses.ts";

/** What is known of an execution before its call. Its id is made before, with `createLogId`, because the answer names it. */
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

/** What is known after it. */
export type ExecutionEnd = Pick<
  Schemas["ToolExecutionLog"],
  "successful" | "error" | "status_code" | "data" | "duration_ms"
> & {
  /** What went wrong in the service's own words, which are stored in the clear; `error` may be the application's. */
  readonly reason: string | null;
};

/**
 * An execution has 60 seconds in all (decisions §7). One that is not completed half a minute after that never will be: its
 * process is gone.
 */
const leaseMs = 90_000;

/**
 * Logs an execution whose call is about to be made, and counts it. Committed before the call, so that no effect is
 * without a trace. It is one statement, the last of its transaction: each call waits for it.
 *
 * @throws PlatformError `Project_NotFound` when the project was deleted meanwhile
 */
export async function beginExecution(scope: Scope, execution: BegunExecution): Promise<void> {
  const { id, arguments: given } = execution;
  const bodies = await sealBodies(scope, id, { arguments: given, data: null, error: null });
  const { tool_slug: tool, toolkit_slug: toolkit, version, source, user_id: user } = execution;
  const { connected_account_id: account, auth_config_id: config, request_id: request } = execution;
  const begun = sql`with project as (${readVisibility(scope)}),
    logged as (
      insert into tool_execution_logs (project_id, id, tool_slug, toolkit_slug, version, source, user_id,
        connected_account_id, auth_config_id, request_id, successful, duration_ms, bodies, leased_until)
      select ${scope.projectId}, ${id}, ${tool}, ${toolkit}, ${version}, ${source}, ${user},
        ${account}, ${config}, ${request}, false, 0,
        case when visibility = ${hidden} then null else ${bodies} end, ${databaseNowPlus(leaseMs)}
      from project)
    ${countUse(scope, toolkit)}`;
  const { numAffectedRows } = await send(scope.trx, begun, { isPrepared: true, isLast: true });
  if (numAffectedRows === 0n) {
    throw new PlatformError("Project_NotFound");
  }
}

/**
 * Notes the outcome of an execution that was begun. Bodies that were not kept then are not kept now. An entry that was
 * erased with its user meanwhile stays erased.
 *
 * @param isLast whether nothing follows in the transaction
 */
export async function completeExecution(
  scope: Scope,
  { id, arguments: given }: Pick<BegunExecution, "id" | "arguments">,
  { data, error, reason, ...outcome }: ExecutionEnd,
  isLast = false,
): Promise<void> {
  const bodies = await sealBodies(scope, id, { arguments: given, data, error });
  const completed = sql`update tool_execution_logs set
      successful = ${outcome.successful}, status_code = ${outcome.status_code}, duration_ms = ${outcome.duration_ms},
      error = ${reason}, leased_until = null,
      bodies = case when bodies is null or (${readVisibility(scope)}) = ${hidden} then null else ${bodies} end
    where project_id = ${scope.projectId} and id = ${id}`;
  await send(scope.trx, completed, { isPrepared: true, isLast });
}

/** The setting of a project that keeps no bodies. The database looks at it, which spares a statement. */
const hidden = "dont_store_data" satisfies Schemas["ProjectConfig"]["log_visibility_setting"];

function readVisibility({ projectId }: Scope): RawBuilder<string | null> {
  return sql<string | null>`select projects.config ->> 'log_visibility_setting' as visibility
    from projects where projects.id = ${projectId} and projects.deleted_at is null`;
}
