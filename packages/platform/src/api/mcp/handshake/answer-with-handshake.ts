import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  type JSONRPCMessage,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import type { Schemas } from "../../../base/api-types.ts";
import { ConnectionNeeded } from "../connection-needed.ts";
import type { McpCall } from "../mcp-call.ts";
import { McpRefusal } from "../mcp-refusal.ts";
import { reportProgress } from "../report-progress.ts";
import { chooseResultsForm, toListedForm, toResultsForm } from "../results-form.ts";
import { findMessageError } from "./find-message-error.ts";

const unexpected = { code: ErrorCode.InternalError, message: "The call failed unexpectedly." };

/**
 * Creates the response to one request of an era before 2026-07-28, with a server of the protocol's own SDK. Undefined when the
 * call was cancelled. The server exists only for this request, so any replica can answer, and the handshake leaves nothing behind.
 */
export async function answerWithHandshake(
  call: McpCall,
): Promise<Schemas["JsonRpcResponse"] | undefined> {
  const { message, id, signal, onNotification } = call;
  const error = findMessageError(message);
  if (error !== undefined) {
    return { jsonrpc: "2.0", id, error };
  }
  const server = createServer(call);
  const [client, ours] = InMemoryTransport.createLinkedPair();
  const ended = new AbortController();
  try {
    await server.connect(ours);
    await client.start();
    return await new Promise((resolve, reject) => {
      // A message that the server cannot answer would wait forever.
      server.onerror = (failure) => {
        call.onFailure(failure);
        resolve({ jsonrpc: "2.0", id, error: unexpected });
      };
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
      client.send(withoutTask(message)).catch(reject);
    });
  } finally {
    ended.abort();
    await server.close();
  }
}

/**
 * A client may ask for a task whose result it fetches later. A server without tasks ignores that (MCP 2025-11-25, tasks),
 * but the SDK's server refuses it.
 */
function withoutTask(message: Schemas["JsonRpcMessage"]): JSONRPCMessage {
  const { task: _, ...params } = message.params ?? {};
  // `findMessageError` has checked the members that the SDK declares.
  return { ...message, ...(message.params && { params }) } as JSONRPCMessage;
}

/** A client of these eras cannot show a link and call again. Its model can. */
function readNeed(error: unknown): CallToolResult {
  if (error instanceof ConnectionNeeded) {
    return error.result;
  }
  throw error;
}

function createServer({ tools, header, results, onFailure }: McpCall): Server {
  const form = chooseResultsForm(results, header["mcp-protocol-version"]);
  const { name, instructions } = tools;
  const server = new Server(
    { name, version: "1.0.0" },
    { capabilities: { tools: {} }, instructions },
  );
  // The SDK would send the message of any error.
  const hideFailure = (error: unknown): never => {
    if (error instanceof McpRefusal) {
      throw new McpError(error.code, error.message, error.data);
    }
    onFailure(error);
    throw new McpError(unexpected.code, unexpected.message);
  };
  server.setRequestHandler(ListToolsRequestSchema, async ({ params }) => {
    const listed = await Promise.resolve(params?.cursor).then(tools.list).catch(hideFailure);
    return { ...listed, tools: listed.tools.map((tool) => toListedForm(tool, form)) };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { name: tool, arguments: given = {} } = params;
    const { progressToken } = extra._meta ?? {};
    // If the call has ended in the meantime, its connection is gone.
    const reports = reportProgress(tool, progressToken, (report) => {
      extra.sendNotification(report).catch(() => {});
    });
    try {
      const call = { signal: extra.signal, onProgress: reports.count };
      const called = tools.call(tool, given, call).catch(readNeed).catch(hideFailure);
      return toResultsForm(await called, form);
    } finally {
      reports.end();
    }
  });
  return server;
}
