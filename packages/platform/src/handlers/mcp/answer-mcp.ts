import type { JSONRPCNotification } from "@modelcontextprotocol/sdk/types.js";
import type { CallName } from "../../actions/running-calls.ts";
import type { Schemas } from "../../api-types.ts";
import { answerMessage } from "../../mcp/answer-message.ts";
import type { McpTools } from "../../mcp/mcp-tools.ts";
import type { RequestContext } from "../handler.ts";
import { streamEvents } from "./stream-events.ts";

interface Input {
  readonly accept: "application/json" | "text/event-stream";
  readonly body: Schemas["JsonRpcMessage"];
  readonly context: RequestContext;
  readonly header: {
    readonly "mcp-protocol-version"?: string;
    readonly "Idempotency-Key"?: string;
  };
  readonly request: Request;
}

type McpAnswer =
  | { readonly status: 202 }
  | { readonly status: 200; readonly body: Schemas["JsonRpcResponse"] }
  | {
      readonly status: 200;
      readonly mediaType: "text/event-stream";
      readonly body: string | ReadableStream<Uint8Array>;
    };

/** An MCP endpoint as one client uses it. */
export interface McpEndpointOfClient {
  /** The endpoint and its user. With the client's address and the id of a request, it names a running call. */
  readonly name: CallName;
  /** Opens the tools. Their calls end when the signal aborts. */
  readonly openTools: (signal: AbortSignal | undefined) => McpTools | Promise<McpTools>;
}

/**
 * Responds to a request to an MCP endpoint, as JSON or as events, whichever the client prefers. If the client asked
 * for progress reports and accepts events, the response becomes a stream as soon as the first report is due.
 *
 * A call ends when its client leaves, or cancels it by another request. A call with an `Idempotency-Key` continues,
 * since its client may ask for the response again.
 */
export async function answerMcp(
  input: Input,
  { name, openTools }: McpEndpointOfClient,
): Promise<McpAnswer> {
  const { body: message, context, header, request } = input;
  const { runningCalls } = context.services;
  const nameOf = (id: string | number): CallName => [...name, context.address, id];
  const cancelled = readCancelled(message);
  if (cancelled !== undefined) {
    await runningCalls.cancel(nameOf(cancelled));
    return { status: 202 };
  }
  if (header["Idempotency-Key"] !== undefined || message.id === undefined) {
    return toWhole(await answer(input, openTools, undefined, () => {}), input.accept);
  }
  const call = runningCalls.begin(nameOf(message.id));
  const signal = AbortSignal.any([request.signal, call.signal]);
  const { promise: reported, resolve: report } = Promise.withResolvers<"reported">();
  const reports: JSONRPCNotification[] = [];
  let send = (notification: JSONRPCNotification): void => {
    reports.push(notification);
    report("reported");
  };
  const answered = answer(input, openTools, signal, (notification) => send(notification)).finally(
    call.end,
  );
  const first = await Promise.race([answered, ...(takesEvents(input) ? [reported] : [])]);
  if (first !== "reported") {
    return toWhole(first, input.accept);
  }
  const body = streamEvents(reports, answered, (next) => {
    send = next;
  });
  return { status: 200, mediaType: "text/event-stream", body };
}

async function answer(
  { body: message, context, header }: Input,
  openTools: McpEndpointOfClient["openTools"],
  signal: AbortSignal | undefined,
  onNotification: (notification: JSONRPCNotification) => void,
): Promise<Schemas["JsonRpcResponse"] | undefined> {
  const { services, requestId } = context;
  return await answerMessage({
    message,
    version: header["mcp-protocol-version"],
    tools: await openTools(signal),
    signal,
    onNotification,
    onFailure: (failure) => {
      services.warn("call over MCP failed", { request_id: requestId, failure });
    },
  });
}

/** The id of the request that a `notifications/cancelled` message cancels. */
function readCancelled({ id, method, params }: Input["body"]): string | number | undefined {
  if (method !== "notifications/cancelled" || id !== undefined) {
    return undefined;
  }
  const requestId = params?.requestId;
  return typeof requestId === "string" || typeof requestId === "number" ? requestId : undefined;
}

/** True when the client accepts events, even if it would accept JSON just as well: MCP clients list both. */
function takesEvents({ accept, request }: Input): boolean {
  const accepted = request.headers.get("accept") ?? "";
  return (
    accept === "text/event-stream" ||
    /\btext\/event-stream\b(?!\s*;\s*q=0(?![.\d]))/i.test(accepted)
  );
}

function toWhole(
  answer: Schemas["JsonRpcResponse"] | undefined,
  accept: Input["accept"],
): McpAnswer {
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
