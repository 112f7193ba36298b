import type { Schemas } from "../../api-types.ts";
import { answerMessage } from "../../mcp/answer-message.ts";
import type { McpTools } from "../../mcp/mcp-tools.ts";

interface Input {
  readonly accept: "application/json" | "text/event-stream";
  readonly body: Schemas["JsonRpcMessage"];
  readonly header: { readonly "mcp-protocol-version"?: string };
}

type McpAnswer =
  | { readonly status: 202 }
  | { readonly status: 200; readonly body: Schemas["JsonRpcResponse"] }
  | { readonly status: 200; readonly mediaType: "text/event-stream"; readonly body: string };

/** The answer of an MCP endpoint with these tools to a request: as JSON, or as one event, whichever the client prefers. */
export async function answerMcp(
  { accept, body: message, header }: Input,
  tools: McpTools,
  signal: AbortSignal | undefined,
): Promise<McpAnswer> {
  const version = header["mcp-protocol-version"];
  const answer = await answerMessage({ message, version, tools, signal });
  if (answer === undefined) {
    return { status: 202 };
  }
  return accept === "application/json"
    ? { status: 200, body: answer }
    : {
        status: 200,
        mediaType: "text/event-stream",
        body: `event: message\ndata: ${JSON.stringify(answer)}\n\n`,
      };
}
