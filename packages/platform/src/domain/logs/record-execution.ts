import type { Schemas } from "../../base/api-types.ts";
import { toClaimRow } from "../requests/claim-rows.ts";
import {
  type IdempotencyClaim,
  type IdempotentRequest,
  type StoredAnswer,
  sealShortAnswer,
} from "../requests/idempotency.ts";
import type { Scope } from "../scope.ts";
import { sealBodies } from "./log-bodies.ts";
import { writeLogs } from "./log-statements.ts";
import { chooseUsesShard } from "./toolkit-uses.ts";

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
> & {
  /** The request's `Idempotency-Key`, if it has to be claimed together with the log. */
  readonly newKey?:
    | { readonly claim: IdempotencyClaim; readonly request: IdempotentRequest }
    | undefined;
};

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
  /** The short answer for the request's `Idempotency-Key`, if it has one. */
  readonly keyed?: { readonly claim: IdempotencyClaim; readonly answer: StoredAnswer } | undefined;
};

/** Executions of one project whose calls are about to be made, and others whose calls have ended. */
export interface LoggedExecutions {
  readonly begun: readonly BegunExecution[];
  readonly ended: readonly EndedExecution[];
}

/**
 * Claims the keys of executions whose calls are about to be made, logs and counts them, and records the outcomes of others.
 * It is committed before the calls are made, so that every effect leaves a trace. Calls and callers wait for it, so it is one
 * statement, the last of its transaction. If the bodies were not stored at the beginning of an execution, they are not stored
 * at its end. An entry that was erased with its user stays erased.
 *
 * @returns the ids of executions that were not begun, because their keys were claimed before; undefined when the project was
 *   deleted meanwhile, and nothing was begun
 */
export async function writeExecutions(
  scope: Scope,
  { begun, ended }: LoggedExecutions,
): Promise<readonly string[] | undefined> {
  const claims: object[] = [];
  const begins: object[] = [];
  for (const execution of begun) {
    const { id, arguments: given, newKey } = execution;
    if (newKey !== undefined) {
      claims.push({ ...toClaimRow(newKey.claim, newKey.request), log_id: id });
    }
    const bodies = await sealBodies(scope, id, { arguments: given, data: null, error: null });
    begins.push(toBeginning(execution, bodies));
  }
  const ends: object[] = [];
  let bytes = 0;
  for (const { id, arguments: given, end, keyed } of ended) {
    const { successful, status_code, duration_ms, reason, data, error } = end;
    const bodies = await sealBodies(scope, id, { arguments: given, data, error });
    bytes += bodies.length;
    const answer = keyed && (await sealShortAnswer(scope, keyed.claim, keyed.answer));
    ends.push({ id, successful, status_code, duration_ms, reason, bodies, ...answer });
  }
  const taken = await writeLogs(scope, {
    claims: JSON.stringify(claims),
    begins: JSON.stringify(begins),
    ends: JSON.stringify(ends),
    leaseMs,
    shard: chooseUsesShard(),
  });
  // A log is counted once, as it is in the end.
  if (ended.length > 0) {
    scope.platform.records.note(scope.projectId, "logs", bytes, ended.length);
  }
  return taken ?? undefined;
}

/** A beginning as `log_executions` takes it. */
function toBeginning(execution: BegunExecution, bodies: string): object {
  return {
    id: execution.id,
    tool_slug: execution.tool_slug,
    toolkit_slug: execution.toolkit_slug,
    version: execution.version,
    source: execution.source,
    user_id: execution.user_id,
    connected_account_id: execution.connected_account_id,
    auth_config_id: execution.auth_config_id,
    request_id: execution.request_id,
    bodies,
  };
}
