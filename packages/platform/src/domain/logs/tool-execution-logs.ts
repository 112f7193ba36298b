import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from "kysely";
import type { Tables } from "../../db/tables.ts";
import { PlatformError } from "../../errors.ts";
import { createId } from "../../ids.ts";
import type { Values } from "../fields/masking.ts";
import { offsetOf, type Page, rowsThatFit, toPage } from "../pages.ts";
import type { Scope } from "../scope.ts";
import { type LoggedBody, openBodies } from "./log-bodies.ts";

/** `ToolExecutionLog` of spec/schemas/logs.yaml. */
export interface ToolExecutionLog {
  readonly id: string;
  readonly tool_slug: string;
  readonly toolkit_slug: string;
  readonly version: string;
  readonly source: "api" | "mcp" | "tool_router";
  readonly user_id: string | null;
  readonly connected_account_id: string | null;
  readonly auth_config_id: string | null;
  readonly status: ExecutionStatus;
  readonly successful: boolean;
  readonly error: string | null;
  readonly status_code: number | null;
  readonly arguments: Values | null;
  readonly data: Values | null;
  /** The bodies of which only the beginning was kept; such a body is `{"text": …}`. */
  readonly truncated: readonly LoggedBody[];
  readonly duration_ms: number;
  readonly request_id: string;
  readonly created_at: string;
}

/**
 * Where an execution is: its call runs, its outcome is noted, or its process ended before it could note the outcome, so
 * that nobody knows whether the call took effect.
 */
export type ExecutionStatus = "running" | "completed" | "interrupted";

/** `ToolExecutionLogFilters` and `ToolExecutionLogTimeRange`; an empty list admits all. */
export interface LogFilter {
  readonly log_ids?: readonly string[];
  readonly toolkit_slugs?: readonly string[];
  readonly tool_slugs?: readonly string[];
  readonly user_ids?: readonly string[];
  readonly connected_account_ids?: readonly string[];
  readonly auth_config_ids?: readonly string[];
  readonly successful?: boolean;
  readonly since?: string;
  readonly until?: string;
}

/** A new id for an execution's log. */
export function createLogId(): string {
  return createId("log");
}

/**
 * The executions of the project, the newest first.
 *
 * @throws PlatformError `Validation_Failed` when `since` is not before `until`
 */
export async function listToolExecutionLogs(
  scope: Scope,
  filter: LogFilter,
  page: Page,
): Promise<{ readonly logs: readonly ToolExecutionLog[]; readonly next_cursor: string | null }> {
  assertRange(filter);
  const matching = scope.trx
    .selectFrom("tool_execution_logs")
    .where("project_id", "=", scope.projectId)
    .where((eb) => eb.and(toConditions(eb, filter)));
  const { total } = await matching
    .select(sql<number>`count(*)::integer`.as("total"))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .select(executionStatus().as("status"))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(
      rowsThatFit(page, {
        rows: matching,
        bytes: sql`octet_length(bodies)`,
        order: sql`created_at desc, id desc`,
      }),
    )
    .offset(offsetOf(page))
    .execute();
  const logs: ToolExecutionLog[] = [];
  for (const row of rows) {
    logs.push(await toLog(scope, row));
  }
  return { logs, next_cursor: toPage(page, total, logs).next_cursor };
}

function assertRange({ since, until }: LogFilter): void {
  if (since === undefined || until === undefined || new Date(since) < new Date(until)) {
    return;
  }
  throw new PlatformError("Validation_Failed", {
    errors: ["body.time_range.until: must be after since"],
  });
}

function toConditions(
  eb: ExpressionBuilder<Tables, "tool_execution_logs">,
  filter: LogFilter,
): Expression<SqlBool>[] {
  const lists = [
    ["id", filter.log_ids],
    ["toolkit_slug", filter.toolkit_slugs],
    ["tool_slug", filter.tool_slugs],
    ["user_id", filter.user_ids],
    ["connected_account_id", filter.connected_account_ids],
    ["auth_config_id", filter.auth_config_ids],
  ] as const;
  const conditions: Expression<SqlBool>[] = [];
  for (const [column, values = []] of lists) {
    // One parameter for all values: six filters may have a thousand each.
    if (values.length > 0) {
      conditions.push(sql<SqlBool>`${sql.ref(column)} = any(${[...values]}::text[])`);
    }
  }
  const { successful, since, until } = filter;
  if (successful !== undefined) {
    conditions.push(eb("successful", "=", successful), sql`${executionStatus()} <> 'running'`);
  }
  if (since !== undefined) {
    conditions.push(eb("created_at", ">=", new Date(since)));
  }
  if (until !== undefined) {
    conditions.push(eb("created_at", "<", new Date(until)));
  }
  return conditions;
}

/** By the database's clock: the process that ran the execution may be gone, and another one reads. */
function executionStatus(): RawBuilder<ExecutionStatus> {
  return sql`case
    when leased_until is null then 'completed'
    when leased_until > clock_timestamp() then 'running'
    else 'interrupted' end`;
}

type Row = Selectable<Tables["tool_execution_logs"]> & { readonly status: ExecutionStatus };

const interruption =
  "The service ended before it noted the application's answer. The call may have taken effect.";

async function toLog(scope: Scope, row: Row): Promise<ToolExecutionLog> {
  const { project_id: _, leased_until: __, bodies, created_at, ...rest } = row;
  const { error, ...opened } = await openBodies(scope, row.id, bodies);
  return {
    ...rest,
    ...opened,
    error: row.status === "interrupted" ? interruption : (error ?? row.error),
    created_at: created_at.toISOString(),
  };
}
