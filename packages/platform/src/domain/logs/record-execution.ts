import { sql } from "kysely";
import type { Schemas } from "../../api-types.ts";
import { databaseNowPlus } from "../../db/now.ts";
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
 * without a trace.
 */
export async function beginExecution(scope: Scope, execution: BegunExecution): Promise<void> {
  const { arguments: given, ...row } = execution;
  const bodies = await sealBodies(scope, execution.id, {
    arguments: given,
    data: null,
    error: null,
  });
  await scope.trx
    .insertInto("tool_execution_logs")
    .values({
      ...row,
      project_id: scope.projectId,
      successful: false,
      error: null,
      status_code: null,
      bodies,
      duration_ms: 0,
      leased_until: databaseNowPlus(leaseMs),
    })
    .execute();
  // Last, because others of the project wait for the row that it locks.
  await countUse(scope, execution.toolkit_slug);
}

/**
 * Notes the outcome of an execution that was begun. Bodies that were not kept then are not kept now. An entry that was
 * erased with its user meanwhile stays erased.
 */
export async function completeExecution(
  scope: Scope,
  { id, arguments: given }: Pick<BegunExecution, "id" | "arguments">,
  { data, error, reason, ...outcome }: ExecutionEnd,
): Promise<void> {
  const bodies = await sealBodies(scope, id, { arguments: given, data, error });
  await scope.trx
    .updateTable("tool_execution_logs")
    .set({
      ...outcome,
      error: reason,
      bodies: sql`case when bodies is null then null else ${bodies} end`,
      leased_until: null,
    })
    .where("project_id", "=", scope.projectId)
    .where("id", "=", id)
    .execute();
}
