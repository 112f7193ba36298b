import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from "kysely";
import type { Schemas } from "../../base/api-types.ts";
import type { Tables } from "../../base/db/tables.ts";
import { PlatformError } from "../../base/errors.ts";
import { createId } from "../../base/ids.ts";
import type { Page } from "../lists/cursors.ts";
import {
  fitPage,
  type PagePosition,
  selectPagePosition,
  selectRowsOfPage,
  toOrderBy,
  toPageRange,
} from "../lists/page-queries.ts";
import { countItemsBefore, toPage } from "../lists/pages.ts";
import type { Scope } from "../scope.ts";
import { openBodies } from "./log-bodies.ts";
import { readLogs } from "./log-statements.ts";

/**
 * The state of an execution: its call is running, its outcome is recorded, or its process ended before it could record
 * the outcome. In the last case it is unknown if the call took effect.
 */
type ExecutionStatus = Schemas["ToolExecutionLog"]["status"];

/** Filters of the list of executions. An empty list admits every value. */
export type LogFilter = Schemas["ToolExecutionLogFilters"] & Schemas["ToolExecutionLogTimeRange"];

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
): Promise<Schemas["ToolExecutionLogList"]> {
  assertRange(filter);
  const matching = scope.trx
    .selectFrom("tool_execution_logs")
    .where("project_id", "=", scope.projectId)
    .where((eb) => eb.and(toConditions(eb, filter)));
  const order = { column: "created_at", direction: "desc" } as const;
  // One row more than the page has. It shows that the list continues, without counting the rows after it.
  const { before, asked } = toPageRange(page);
  const rowsOfPage = selectRowsOfPage({ before, asked: asked + 1 }, matching.selectAll(), order);
  const found = scope.trx
    .selectFrom(rowsOfPage.as("tool_execution_logs"))
    .selectAll()
    .select(computeExecutionStatus().as("status"))
    .select(selectPagePosition(sql`octet_length(bodies)`, toOrderBy(order)))
    .select(sql<number>`(count(*) over ())::integer`.as("found"));
  const rows = await readLogs(scope, fitPage(scope.trx.selectFrom(found.as("rows")).selectAll()));
  const logs: Schemas["ToolExecutionLog"][] = [];
  for (const row of rows.slice(0, asked)) {
    logs.push(await toLog(scope, row));
  }
  const isMore = (rows[0]?.found ?? 0) > logs.length;
  const seen = countItemsBefore(page) + logs.length;
  const { items, next_cursor } = toPage(page, isMore ? seen + 1 : seen, logs);
  return { logs: items, next_cursor };
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
    // One parameter for all values, because six filters may have a thousand values each.
    if (values.length > 0) {
      conditions.push(sql<SqlBool>`${sql.ref(column)} = any(${[...values]}::text[])`);
    }
  }
  const { successful, since, until } = filter;
  if (successful !== undefined) {
    conditions.push(
      eb("successful", "=", successful),
      sql`${computeExecutionStatus()} <> 'running'`,
    );
  }
  if (since !== undefined) {
    conditions.push(eb("created_at", ">=", new Date(since)));
  }
  if (until !== undefined) {
    conditions.push(eb("created_at", "<", new Date(until)));
  }
  return conditions;
}

/** By the database's clock: another process than the reader ran the execution, and it may have ended. */
function computeExecutionStatus(): RawBuilder<ExecutionStatus> {
  return sql`case
    when leased_until is null then 'completed'
    when leased_until > clock_timestamp() then 'running'
    else 'interrupted' end`;
}

type Row = Selectable<Tables["tool_execution_logs"]> &
  PagePosition & { readonly status: ExecutionStatus; readonly found: number };

const interruption =
  "The service ended before it noted the application's answer. The call may have taken effect.";

async function toLog(scope: Scope, row: Row): Promise<Schemas["ToolExecutionLog"]> {
  const { project_id: _, leased_until: __, bodies, created_at, ...read } = row;
  const { page_position: ___, page_bytes: ____, found: _____, ...rest } = read;
  const { error, ...opened } = await openBodies(scope, row.id, bodies);
  return {
    ...rest,
    ...opened,
    error: row.status === "interrupted" ? interruption : (error ?? row.error),
    created_at: created_at.toISOString(),
  };
}
