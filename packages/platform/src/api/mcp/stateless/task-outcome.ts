import { type CallToolResult, ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { processStops } from "../../../actions/running-calls.ts";
import { ConnectionNeeded } from "../connection-needed.ts";
import type { McpTask } from "../mcp-call.ts";
import { McpRefusal } from "../mcp-refusal.ts";
import { describeRefusal } from "./read-request.ts";

/** How a task ends. */
export type TaskOutcome = Pick<McpTask, "status" | "statusMessage" | "result" | "error">;

/** A call that has ended. */
export type EndedCall = { readonly result: CallToolResult } | { readonly thrown: unknown };

/** How a task ends with its call. What the call threw unexpectedly is passed to `onFailure`. */
export function describeCallEnd(
  ended: EndedCall,
  toAnswer: (result: CallToolResult) => CallToolResult,
  onFailure: (failure: unknown) => void,
): TaskOutcome {
  const complete = (result: CallToolResult): TaskOutcome => ({
    status: "completed",
    result: { resultType: "complete", ...toAnswer(result) },
  });
  if (!("thrown" in ended)) {
    return complete(ended.result);
  }
  const { thrown } = ended;
  // A task cannot ask for a connection as a call does. Its result has the link for the model.
  if (thrown instanceof ConnectionNeeded) {
    return complete(thrown.result);
  }
  if (thrown instanceof McpRefusal) {
    return { status: "failed", statusMessage: thrown.message, error: describeRefusal(thrown) };
  }
  onFailure(thrown);
  return fail("The call failed unexpectedly.");
}

const unknownEffect =
  "The application may have carried the call out. Look there before you call the tool again.";

/** The reason for which a call is ended that runs too long. */
export const tookTooLong: DOMException = new DOMException("The call took too long.", "AbortError");

/** How a task ends whose call was ended, by the reason. */
export function describeAbort(reason: unknown): TaskOutcome {
  switch (reason) {
    case processStops:
      return fail(`The service stopped while the call was running. ${unknownEffect}`);
    case tookTooLong:
      return fail(`The call took longer than a call may. ${unknownEffect}`);
    default:
      return { status: "cancelled", statusMessage: `The call was cancelled. ${unknownEffect}` };
  }
}

/** The end of a task whose process died. */
export const lostTask: TaskOutcome = fail(
  `The process that made the call died before it ended. ${unknownEffect}`,
);

function fail(message: string): TaskOutcome {
  return {
    status: "failed",
    statusMessage: message,
    error: { code: ErrorCode.InternalError, message },
  };
}
