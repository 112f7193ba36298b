import type { Answer, OperationDefinition } from "@specwright/runtime/v1/server";

/** The endpoints of the Model Context Protocol. */
const endpoints: ReadonlySet<string> = new Set(["callMcpServer", "callSessionMcp"]);

/**
 * Makes our errors messages of JSON-RPC at the endpoints of MCP, whose clients may refuse to read anything else: the body gets the
 * member `jsonrpc`. JSON-RPC leaves all codes to applications that are not between -32768 and -32000, and ours are not.
 */
export function answerAsJsonRpc(
  answer: Answer,
  operation: OperationDefinition | undefined,
): Answer {
  const { body } = answer;
  const isOurs =
    answer.status >= 400 &&
    operation !== undefined &&
    endpoints.has(operation.name) &&
    typeof body === "string" &&
    body.startsWith('{"error":');
  return isOurs ? { ...answer, body: `{"jsonrpc":"2.0",${body.slice(1)}` } : answer;
}
