import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from "kysely";
import { z } from "zod";
import type { Tables } from "../../db/tables.ts";
import { PlatformError } from "../../errors.ts";
import { createId } from "../../ids.ts";
import type { SecretPlace } from "../../secrets/secrets.ts";
import type { Values } from "../masking.ts";
import { offsetOf, type Page, rowsThatFit, toPage } from "../pages.ts";
import { getProjectConfig } from "../projects/config.ts";
import type { Scope } from "../scope.ts";
import { cutBody } from "./cut-body.ts";

/** The members of a log that are cut when they are long. */
export type LoggedBody = "arguments" | "data";

/** `ToolExecutionLog` of spec/schemas/logs.yaml. */
export type ToolExecutionLog = {
  readonly id: string;
  readonly tool_slug: string;
  readonly toolkit_slug: string;
  readonly version: string;
  readonly source: "api" | "mcp" | "tool_router";
  readonly user_id: string | null;
  readonly connected_account_id: string | null;
  readonly auth_config_id: string | null;
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
};

/** An execution to be logged. Its id is made before it runs, with `createId("log")`, because the answer names it. */
export type NewToolExecutionLog = Omit<ToolExecutionLog, "created_at" | "truncated"> & {
  /** What went wrong in the service's own words, which are stored in the clear; `error` may be the application's. */
  readonly reason: string | null;
  /** When the execution began, by the database's clock: retention counts from then. */
  readonly beganAt: Date | RawBuilder<Date>;
};

/** `ToolExecutionLogFilters` and `ToolExecutionLogTimeRange`; an empty list admits all. */
export type LogFilter = {
  readonly log_ids?: readonly string[];
  readonly toolkit_slugs?: readonly string[];
  readonly tool_slugs?: readonly string[];
  readonly user_ids?: readonly string[];
  readonly connected_account_ids?: readonly string[];
  readonly auth_config_ids?: readonly string[];
  readonly successful?: boolean;
  readonly since?: string;
  readonly until?: string;
};

const bodiesShape = z.object({
  arguments: z.record(z.string(), z.unknown()).nullable(),
  data: z.record(z.string(), z.unknown()).nullable(),
  // Logs of earlier versions were never cut.
  truncated: z.array(z.enum(["arguments", "data"])).default([]),
  // Logs of earlier versions have it in the clear.
  error: z.string().nullish(),
});

/**
 * Logs an execution. Arguments and data are cut to 64 KiB each and sealed with the error, or left out while the project's
 * setting says `dont_store_data`: an application's error text repeats what it was sent.
 */
export async function writeToolExecutionLog(scope: Scope, log: NewToolExecutionLog): Promise<void> {
  const { arguments: given, data, error, reason, beganAt, ...row } = log;
  const { log_visibility_setting: visibility } = await getProjectConfig(scope);
  const bodies =
    visibility === "dont_store_data"
      ? null
      : await scope.platform.secrets.seal(scope.trx, place(scope, log.id), {
          ...cutBodies({ arguments: given, data }),
          error,
        });
  await scope.trx
    .insertInto("tool_execution_logs")
    .values({
      ...row,
      project_id: scope.projectId,
      error: reason,
      bodies,
      created_at: beganAt,
    })
    .execute();
}

function cutBodies(
  bodies: Readonly<Record<LoggedBody, Values | null>>,
): Pick<ToolExecutionLog, "arguments" | "data" | "truncated"> {
  const given = cutBody(bodies.arguments);
  const data = cutBody(bodies.data);
  const truncated: LoggedBody[] = [];
  if (given.isCut) truncated.push("arguments");
  if (data.isCut) truncated.push("data");
  return { arguments: given.body, data: data.body, truncated };
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
  for (const row of rows) logs.push(await toLog(scope, row));
  return { logs, next_cursor: toPage(page, total, logs).next_cursor };
}

function assertRange({ since, until }: LogFilter): void {
  if (since === undefined || until === undefined || new Date(since) < new Date(until)) return;
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
    if (values.length > 0)
      conditions.push(sql<SqlBool>`${sql.ref(column)} = any(${[...values]}::text[])`);
  }
  const { successful, since, until } = filter;
  if (successful !== undefined) conditions.push(eb("successful", "=", successful));
  if (since !== undefined) conditions.push(eb("created_at", ">=", new Date(since)));
  if (until !== undefined) conditions.push(eb("created_at", "<", new Date(until)));
  return conditions;
}

async function toLog(
  scope: Scope,
  row: Selectable<Tables["tool_execution_logs"]>,
): Promise<ToolExecutionLog> {
  const { project_id: _, bodies, created_at, ...rest } = row;
  const { error, ...opened } =
    bodies === null
      ? { error: null, arguments: null, data: null, truncated: [] }
      : bodiesShape.parse(
          await scope.platform.secrets.open(scope.trx, place(scope, row.id), bodies),
        );
  return {
    ...rest,
    error: error ?? row.error,
    ...opened,
    created_at: created_at.toISOString(),
  };
}

function place(scope: Scope, row: string): SecretPlace {
  return { ownerId: scope.projectId, table: "tool_execution_logs", row, field: "bodies" };
}
