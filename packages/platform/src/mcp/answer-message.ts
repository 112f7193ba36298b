import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type JSONRPCMessage,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { Schemas } from "../api-types.ts";
import { PlatformError } from "../errors.ts";
import type { McpTools } from "./mcp-tools.ts";

/** The versions of the protocol that the endpoints speak, as the document names them. */
const versions: ReadonlySet<string> = new Set(["2025-11-25", "2025-06-18", "2025-03-26"]);

/** The message of a client, with the facts that its answer depends on. */
export interface McpCall {
  readonly message: Schemas["JsonRpcMessage"];
  /** The header `mcp-protocol-version`. */
  readonly version: string | undefined;
  readonly tools: McpTools;
  /** Aborts when the client has left: its call is cancelled. */
  readonly signal: AbortSignal | undefined;
}

/**
 * The response to one message of an MCP client, by the server of the protocol's own SDK; undefined for a notification, and when the client has left. The
 * server lives as long as the message, so that any replica answers.
 *
 * @throws PlatformError `Validation_Failed` for a version of the protocol that is not spoken
 */
export async function answerMessage(
  call: McpCall,
): Promise<Schemas["JsonRpcResponse"] | undefined> {
  const { message, version, tools, signal } = call;
  if (version !== undefined && !versions.has(version) && message.method !== "initialize") {
    const line = `header.mcp-protocol-version: must be one of ${[...versions].join(", ")}`;
    throw new PlatformError("Validation_Failed", { errors: [line] });
  }
  const { id } = message;
  // Nothing of ours is waiting for a notification, and a stateless endpoint has no call that one could cancel.
  if (id === undefined) {
    return undefined;
  }
  const server = createServer(tools);
  const [client, ours] = InMemoryTransport.createLinkedPair();
  try {
    await server.connect(ours);
    await client.start();
    return await new Promise((resolve, reject) => {
      client.onmessage = (answer) => {
        if (!("method" in answer)) {
          // The SDK's server answers a request with a result or an error, as the document has them.
          resolve(answer as Schemas["JsonRpcResponse"]);
        }
      };
      signal?.addEventListener("abort", () => {
        void client.send({
          jsonrpc: "2.0",
          method: "notifications/cancelled",
          params: { requestId: id },
        });
        // Nobody reads the answer any more, and the SDK's server gives none to a call that was cancelled.
        resolve(undefined);
      });
      // The document's schema of a message has checked what the SDK declares.
      client.send(message as JSONRPCMessage).catch(reject);
    });
  } finally {
    await server.close();
  }
}

function createServer(tools: McpTools): Server {
  const { name, instructions } = tools;
  const server = new Server(
    { name, version: "1.0.0" },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => tools.list(params?.cursor));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const { name: tool, arguments: given = {} } = params;
    return await tools.call(tool, given, signal);
  });
  return server;
}
