import { answerWithHandshake } from "./handshake/answer-with-handshake.ts";
import type { McpCall, McpResponse } from "./mcp-call.ts";
import { answerStateless } from "./stateless/answer-stateless.ts";
import { protocolVersion } from "./stateless/envelope.ts";
import { isHandshakeVersion } from "./versions.ts";

/**
 * Creates the response to one message of an MCP client. Undefined for a notification, and when the call was cancelled.
 *
 * The message alone says of which era it is. From 2026-07-28 on, each request has its version in `_meta` and needs nothing before
 * it. Before, a client began with `initialize`, and named the version in a header later.
 */
export async function answerMessage(call: Omit<McpCall, "id">): Promise<McpResponse | undefined> {
  const { id } = call.message;
  // Notifications have no effect here.
  if (id === undefined || call.signal?.aborted === true) {
    return undefined;
  }
  if (isStateless(call)) {
    return await answerStateless({ ...call, id });
  }
  const body = await answerWithHandshake({ ...call, id });
  return body && { status: 200, body };
}

function isStateless({ message, header }: Pick<McpCall, "message" | "header">): boolean {
  const { _meta: meta } = message.params ?? {};
  if (typeof meta === "object" && meta !== null && Object.hasOwn(meta, protocolVersion)) {
    return true;
  }
  const { "mcp-protocol-version": version } = header;
  return version !== undefined && !isHandshakeVersion(version) && message.method !== "initialize";
}
