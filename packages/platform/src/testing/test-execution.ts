import {
  type BegunExecution,
  type EndedExecution,
  type ExecutionEnd,
  writeExecutions,
} from "../domain/logs/record-execution.ts";
import { createLogId } from "../domain/logs/tool-execution-logs.ts";
import type { Scope } from "../domain/scope.ts";

/** An execution with its outcome. */
export type TestExecution = BegunExecution &
  ExecutionEnd & {
    /** The time at which the execution began. Default: now. */
    readonly beganAt?: Date;
  };

/** An execution to log. Each of its bodies contains a canary, and a character that PostgreSQL's text cannot hold. */
export function testExecution(parts: Partial<TestExecution> = {}): TestExecution {
  return {
    id: createLogId(),
    tool_slug: "STRIPE_GET",
    toolkit_slug: "stripe",
    version: "20251120_00",
    source: "api",
    user_id: "user-1",
    connected_account_id: null,
    auth_config_id: null,
    successful: true,
    error: null,
    status_code: 200,
    arguments: { text: "canary-argument\u0000" },
    data: { id: "canary-data" },
    duration_ms: 12,
    request_id: "req_1",
    reason: null,
    ...parts,
  };
}

/** Logs an execution whose call is about to be made. Statements after it have a transaction of their own. */
export async function beginExecution(scope: Scope, begun: BegunExecution): Promise<void> {
  await writeExecutions(scope, { begun: [begun], ended: [] });
}

/** Records the outcomes of begun executions. More statements may follow in the transaction. */
export async function completeExecutions(
  scope: Scope,
  ended: readonly EndedExecution[],
): Promise<void> {
  await writeExecutions(scope, { begun: [], ended });
}

/** Logs an execution and its outcome. With `beganAt`, it looks as if it had begun at that time. */
export async function recordExecution(scope: Scope, execution: TestExecution): Promise<void> {
  const { successful, error, reason, status_code, data, duration_ms, beganAt, ...begun } =
    execution;
  await beginExecution(scope, begun);
  const end = { successful, error, reason, status_code, data, duration_ms };
  await completeExecutions(scope, [{ ...begun, end }]);
  if (beganAt === undefined) {
    return;
  }
  await scope.trx
    .updateTable("tool_execution_logs")
    .set({ created_at: beganAt })
    .where("id", "=", execution.id)
    .execute();
}
