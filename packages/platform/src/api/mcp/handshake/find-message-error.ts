import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  JSONRPCRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import * as json from "@specwright/runtime/v1/schema";
import type * as z from "zod";
import type { Schemas } from "../../../base/api-types.ts";
import { describeIssues } from "../describe-issues.ts";

/** The requests that an endpoint answers, by method. */
const requests: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ["initialize", InitializeRequestSchema],
  ["ping", PingRequestSchema],
  ["tools/list", ListToolsRequestSchema],
  ["tools/call", CallToolRequestSchema],
]);

/**
 * Finds out why a request cannot be answered, by the schemas of the protocol's own SDK. Its server drops a message
 * that is not a request, without an answer, and explains wrong parameters in the words of its schema library.
 *
 * @returns -32600 for a message that is not a request, -32601 for an unknown method, -32602 for wrong parameters; undefined
 *   for a request that the SDK's server answers
 */
export function findMessageError(
  message: Schemas["JsonRpcMessage"],
): Schemas["JsonRpcError"] | undefined {
  const options = { error: json.describeIssue };
  const ofRequest = JSONRPCRequestSchema.safeParse(message, options).error?.issues ?? [];
  const ofMessage = ofRequest.filter(({ path }) => path[0] !== "params");
  if (ofMessage.length > 0) {
    return {
      code: ErrorCode.InvalidRequest,
      message: describeIssues("The message is not a request.", ofMessage),
    };
  }
  const schema = requests.get(message.method);
  if (schema === undefined) {
    return {
      code: ErrorCode.MethodNotFound,
      message: `The server has no method ${message.method}.`,
    };
  }
  const issues = [...ofRequest, ...(schema.safeParse(message, options).error?.issues ?? [])];
  return issues.length === 0
    ? undefined
    : {
        code: ErrorCode.InvalidParams,
        message: describeIssues("The parameters are wrong.", issues),
      };
}
