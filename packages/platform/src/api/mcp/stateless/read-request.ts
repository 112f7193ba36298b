import * as json from "@specwright/runtime/v1/schema";
import * as z from "zod";
import type { Schemas } from "../../../base/api-types.ts";
import { cutText } from "../../../base/sharing/cut-text.ts";
import { describeIssues } from "../describe-issues.ts";
import type { McpCall, McpHeaders, McpResponse } from "../mcp-call.ts";
import { McpRefusal } from "../mcp-refusal.ts";
import { statelessVersion, supportedVersions } from "../versions.ts";
import {
  anyParameters,
  clientCapabilities,
  type Meta,
  type Method,
  parametersOf,
  protocolVersion,
  type StatelessRequest,
  tasksExtension,
} from "./envelope.ts";

/** The codes that the protocol gives to refusals (MCP 2026-07-28, basic, error codes), and those of JSON-RPC. */
const codes = {
  headerMismatch: -32020,
  capabilityMissing: -32021,
  versionUnsupported: -32022,
  requestInvalid: -32600,
  methodUnknown: -32601,
  parametersInvalid: -32602,
} as const;

/** Characters of a client's value that a message repeats. */
const longestShown = 100;

/** The members of a request; `params` are checked by themselves. */
const request = z.strictObject({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.int()]),
  method: z.string(),
  params: z.unknown().optional(),
});

/**
 * Checks a request of the era of 2026-07-28, and that its headers say what its body says (MCP 2026-07-28, Streamable HTTP, server
 * validation): an intermediary may have decided by them.
 *
 * @returns the response with which it is refused: 404 for an unknown method, else 400
 */
export function readRequest({
  message,
  id,
  header,
}: Pick<McpCall, "message" | "id" | "header">): StatelessRequest | McpResponse {
  try {
    return checkRequest(message, header);
  } catch (error) {
    if (!(error instanceof McpRefusal)) {
      throw error;
    }
    const { code } = error;
    const status = code === codes.methodUnknown ? 404 : 400;
    return { status, body: { jsonrpc: "2.0", id, error: describeRefusal(error) } };
  }
}

/** A refusal as the error of a response. */
export function describeRefusal({ code, message, data }: McpRefusal): Schemas["JsonRpcError"] {
  return { code, message, ...(data === undefined ? {} : { data: { ...data } }) };
}

function checkRequest(message: Schemas["JsonRpcMessage"], header: McpHeaders): StatelessRequest {
  const { "mcp-protocol-version": version } = header;
  const whole = request.safeParse(message, { error: json.describeIssue });
  if (!whole.success) {
    const words = describeIssues("The message is not a request.", whole.error.issues);
    throw new McpRefusal(codes.requestInvalid, words);
  }
  const { method } = whole.data;
  const claimed = message.params?._meta;
  const hasClaim = typeof claimed === "object" && claimed !== null && protocolVersion in claimed;
  if (!hasClaim && version !== undefined && version !== statelessVersion) {
    throw refuseVersion(version);
  }
  const { _meta: meta } = checkParameters(anyParameters, message);
  assertSame("MCP-Protocol-Version", version, `_meta["${protocolVersion}"]`, meta[protocolVersion]);
  if (meta[protocolVersion] !== statelessVersion) {
    throw refuseVersion(meta[protocolVersion]);
  }
  assertSame("Mcp-Method", header["mcp-method"], "method", method);
  if (!isMethod(method)) {
    const known = Object.keys(parametersOf).join(", ");
    throw new McpRefusal(
      codes.methodUnknown,
      `The server has no method ${cutText(method, longestShown)}. In version ${statelessVersion} it has ${known}.`,
    );
  }
  const params = checkParameters<StatelessRequest["params"]>(parametersOf[method], message);
  if ("name" in params) {
    assertSame("Mcp-Name", decodeValue(header["mcp-name"]), "params.name", params.name);
  }
  if ("taskId" in params) {
    assertSame("Mcp-Name", decodeValue(header["mcp-name"]), "params.taskId", params.taskId);
  }
  const isOfTasks =
    "taskId" in params || ("notifications" in params && params.notifications.taskIds !== undefined);
  if (isOfTasks && !takesTasks(params)) {
    throw new McpRefusal(
      codes.capabilityMissing,
      `The request is one of the extension ${tasksExtension}, which the client does not declare. Add it to extensions in _meta["${clientCapabilities}"].`,
      { requiredCapabilities: { extensions: { [tasksExtension]: {} } } },
    );
  }
  // The method chose the schema that the parameters passed.
  return { method, params } as StatelessRequest;
}

/** True when the client declares that it takes a task in place of a result. */
export function takesTasks({ _meta: meta }: { readonly _meta: Meta }): boolean {
  return Object.hasOwn(meta[clientCapabilities].extensions ?? {}, tasksExtension);
}

function checkParameters<P>(schema: z.ZodType<P>, { params }: Schemas["JsonRpcMessage"]): P {
  const whole = z.object({ params: schema });
  const checked = whole.safeParse({ params }, { error: json.describeIssue });
  if (!checked.success) {
    const words = describeIssues("The parameters are wrong.", checked.error.issues);
    throw new McpRefusal(codes.parametersInvalid, words);
  }
  return checked.data.params as P;
}

function isMethod(method: string): method is Method {
  return Object.hasOwn(parametersOf, method);
}

function refuseVersion(requested: string): McpRefusal {
  const words = `The server does not speak version ${cutText(requested, longestShown)} of the protocol in this way. Send ${statelessVersion} in _meta, or begin with initialize for an earlier version.`;
  return new McpRefusal(codes.versionUnsupported, words, {
    supported: [...supportedVersions],
    requested,
  });
}

/** @throws McpRefusal unless the header is there and equals the member of the body */
function assertSame(name: string, sent: string | undefined, member: string, value: string): void {
  if (sent === value) {
    return;
  }
  const shown = cutText(value, longestShown);
  const problem =
    sent === undefined
      ? `The header ${name} is missing or cannot be read`
      : `The header ${name} is ${cutText(sent, longestShown)}`;
  throw new McpRefusal(
    codes.headerMismatch,
    `${problem}, and ${member} of the body is ${shown}. Send the same value in both.`,
  );
}

/** The value of a header that may be encoded (Streamable HTTP, value encoding); undefined when the encoding is wrong. */
function decodeValue(value: string | undefined): string | undefined {
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(value ?? "") ?? [];
  if (encoded === undefined) {
    return value;
  }
  const bytes = Buffer.from(encoded, "base64");
  // Node.js ignores characters and padding that are wrong.
  return bytes.toString("base64") === encoded ? bytes.toString("utf8") : undefined;
}
