import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "../../api-types.ts";
import { addToDatabaseNow } from "../../db/now.ts";
import { sendQuery } from "../../db/statements.ts";
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

/** Executions of one project whose calls are about to be made, and others whose calls have ended. */
export interface LoggedExecutions {
  readonly begun: readonly BegunExecution[];
  readonly ended: readonly EndedExecution[];
}

/**
 * Logs executions whose calls are about to be made and counts them, and records the outcomes of others. It is committed
 * before the calls are made, so that every effect leaves a trace. Calls and callers wait for it, so it is one
 * statement. If the bodies were not stored at the beginning of an execution, they are not stored at its end. An entry
 * that was erased with its user stays erased.
 *
 * @param isLast true when this is the last statement of the transaction
 * @returns false when the project was deleted meanwhile. Then nothing was begun
 */
export async function writeExecutions(
  scope: Scope,
  { begun, ended }: LoggedExecutions,
  isLast: boolean,
): Promise<boolean> {
  const [begins, ends] = await Promise.all([
    Promise.all(begun.map((each) => toBegunEntry(scope, each))),
    Promise.all(ended.map((each) => toEndedEntry(scope, each))),
  ]);
  const written = sql<{ projects: number }>`with project as (${readVisibility(scope)}),
    entries as (select * from json_to_recordset(${JSON.stringify(begins)}::json) as entry
      (id text, tool_slug text, toolkit_slug text, version text, source text, user_id text,
        connected_account_id text, auth_config_id text, request_id text, bodies text)),
    logged as (
      insert into tool_execution_logs (project_id, id, tool_slug, toolkit_slug, version, source, user_id,
        connected_account_id, auth_config_id, request_id, successful, duration_ms, bodies, leased_until)
      select ${scope.projectId}, id, tool_slug, toolkit_slug, version, source, user_id,
        connected_account_id, auth_config_id, request_id, false, 0,
        case when visibility = ${hidden} then null else bodies end, ${addToDatabaseNow(leaseMs)}
      from project, entries),
    counted as (${countUses(scope)}),
    completed as (
      update tool_execution_logs as log set
        successful = entry.successful, status_code = entry.status_code, duration_ms = entry.duration_ms,
        error = entry.reason, leased_until = null,
        bodies = case when log.bodies is null or (select visibility from project) = ${hidden} then null else entry.bodies end
      from json_to_recordset(${JSON.stringify(ends)}::json) as entry
        (id text, successful boolean, status_code integer, duration_ms integer, reason text, bodies text)
      where log.project_id = ${scope.projectId} and log.id = entry.id)
    select count(*)::integer as projects from project`;
  const { rows } = await sendQuery(scope.trx, written, { isPrepared: true, isLast });
  return rows[0]?.projects === 1;
}

/** Records the outcomes of begun executions. More statements may follow in the transaction. */
export async function completeExecutions(
  scope: Scope,
  ended: readonly EndedExecution[],
): Promise<void> {
  await writeExecutions(scope, { begun: [], ended }, false);
}

async function toBegunEntry(
  scope: Scope,
  { arguments: given, ...entry }: BegunExecution,
): Promise<object> {
  const bodies = { arguments: given, data: null, error: null };
  return { ...entry, bodies: await sealBodies(scope, entry.id, bodies) };
}

async function toEndedEntry(
  scope: Scope,
  { id, arguments: given, end }: EndedExecution,
): Promise<object> {
  const { data, error, ...outcome } = end;
  const bodies = await sealBodies(scope, id, { arguments: given, data, error });
  return { ...outcome, id, bodies };
}

/** The setting of a project that does not store bodies. The database checks it in the same statement. */
const hidden = "dont_store_data" satisfies Schemas["ProjectConfig"]["log_visibility_setting"];

function readVisibility({ projectId }: Scope): RawBuilder<string | null> {
  return sql<string | null>`select projects.config ->> 'log_visibility_setting' as visibility
    from projects where projects.id = ${projectId} and projects.deleted_at is null`;
}
