import { createLogId, type NewToolExecutionLog } from "../domain/logs/tool-execution-logs.ts";

/** An execution at a time that the test knows. */
type TestExecution = NewToolExecutionLog & { readonly beganAt: Date };

/** An execution to be logged, with a canary in each body and a character that PostgreSQL's text cannot hold. */
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
    beganAt: new Date(),
    ...parts,
  };
}
