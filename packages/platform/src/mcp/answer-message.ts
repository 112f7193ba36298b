import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  type JSONRPCMessage,
  type JSONRPCNotification,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import type { Schemas } from "../api-types.ts";
import { PlatformError } from "../errors.ts";
import type { McpTools } from "./mcp-tools.ts";
import { reportProgress } from "./report-progress.ts";

/** The supported versions of the protocol, as the document lists them. */
const versions: ReadonlySet<string> = new Set(["2025-11-25", "2025-06-18", "2025-03-26"]);

/** A client's message, with the facts on which its response depends. */
export interface McpCall {
  readonly message: Schemas["JsonRpcMessage"];
  /** The header `mcp-protocol-version`. */
  readonly version: string | undefined;
  readonly tools: McpTools;
  /** Aborts when the client has left, or cancels the call. */
  readonly signal: AbortSignal | undefined;
  /** Gets reports of progress before the response. */
  readonly onNotification: (notification: JSONRPCNotification) => void;
  /** Receives unexpected errors. Their messages are not sent to clients. */
  readonly onFailure: (failure: unknown) => void;
}

/**
 * Creates the response to one message of an MCP client, with a server of the protocol's own SDK. Undefined for a
 * notification, and when the call was cancelled. The server exists only for this message, so any replica can answer.
 *
 * @throws PlatformError `Validation_Failed` for an unsupported version of the protocol
 */
export async function answerMessage(
  call: McpCall,
): Promise<Schemas["JsonRpcResponse"] | undefined> {
  const { message, version, signal, onNotification } = call;
  if (version !== undefined && !versions.has(version) && message.method !== "initialize") {
    const line = `header.mcp-protocol-version: must be one of ${[...versions].join(", ")}`;
    throw new PlatformError("Validation_Failed", { errors: [line] });
  }
  const { id } = message;
  // Notifications have no effect here.
  if (id === undefined || signal?.aborted === true) {
    return undefined;
  }
  const server = createServer(call);
  const [client, ours] = InMemoryTransport.createLinkedPair();
  const ended = new AbortController();
  try {
    await server.connect(ours);
    await client.start();
    return await new Promise((resolve, reject) => {
      client.onmessage = (answer) => {
        if ("method" in answer) {
          onNotification(answer);
        } else {
          // The SDK's server answers a request with a result or an error, as described in the document.
          resolve(answer as Schemas["JsonRpcResponse"]);
        }
      };
      const cancel = (): void => {
        const params = { requestId: id };
        client.send({ jsonrpc: "2.0", method: "notifications/cancelled", params }).catch(reject);
        // Nobody waits for the response any more, and the SDK's server does not send one for a cancelled call.
        resolve(undefined);
      };
      // A client may also leave after it has its response. The server is closed by then.
      signal?.addEventListener("abort", cancel, { signal: ended.signal });
      // The document's schema of a message has checked the members that the SDK declares.
      client.send(message as JSONRPCMessage).catch(reject);
    });
  } finally {
    ended.abort();
    await server.close();
  }
}

function createServer({ tools, onFailure }: McpCall): Server {
  const { name, instructions } = tools;
  const server = new Server(
    { name, version: "1.0.0" },
    { capabilities: { tools: {} }, instructions },
  );
  // The SDK would send the message of any error.
  const hideFailure = (error: unknown): never => {
    if (error instanceof McpError) {
      throw error;
    }
    onFailure(error);
    throw new McpError(ErrorCode.InternalError, "The call failed unexpectedly.");
  };
  server.setRequestHandler(
    ListToolsRequestSchema,
    async ({ params }) => await Promise.resolve(params?.cursor).then(tools.list).catch(hideFailure),
  );
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { name: tool, arguments: given = {} } = params;
    const reports = reportProgress(tool, extra);
    try {
      const call = { signal: extra.signal, onProgress: reports.count };
      return await tools.call(tool, given, call).catch(hideFailure);
    } finally {
      reports.end();
    }
  });
  return server;
}
