import type { JSONRPCNotification } from "@modelcontextprotocol/sdk/types.js";
import type { CallName } from "../../../actions/running-calls.ts";
import type { Schemas } from "../../../base/api-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import type { Work } from "../../../base/sharing/fairness/work.ts";
import { answerMessage } from "../../mcp/answer-message.ts";
import type { McpHeaders, McpResponse } from "../../mcp/mcp-call.ts";
import type { McpTools } from "../../mcp/mcp-tools.ts";
import type { ResultsForm } from "../../mcp/results-form.ts";
import { createRequestStates } from "../../mcp/stateless/request-states.ts";
import { createTasks } from "../../mcp/stateless/tasks.ts";
import type { RequestContext } from "../handler.ts";
import { streamEvents } from "./stream-events.ts";

interface Input {
  readonly accept: "application/json" | "text/event-stream";
  readonly body: Schemas["JsonRpcMessage"];
  readonly context: RequestContext;
  readonly header: McpHeaders & { readonly "Idempotency-Key"?: string };
  readonly query: { readonly results: ResultsForm };
  readonly request: Request;
}

type McpAnswer =
  | { readonly status: 202 }
  | { readonly status: 200; readonly body: Schemas["JsonRpcResponse"] }
  | { readonly status: 400 | 404; readonly body: Schemas["McpRefusal"] }
  | {
      readonly status: 200;
      readonly mediaType: "text/event-stream";
      readonly body: string | ReadableStream<Uint8Array>;
    };

/** An MCP endpoint as one client uses it. */
export interface McpEndpointOfClient {
  /** The endpoint and its user. With the client's address and the id of a request, it names a running call. */
  readonly name: CallName;
  readonly projectId: string;
  /** The user of the endpoint, or the account that stands for one. */
  readonly user: string;
  /**
   * Reads what the list of tools depends on.
   *
   * @throws PlatformError when the endpoint is gone, or its caller may no longer use it
   */
  readonly readVersion: () => Promise<unknown>;
  /** When one of them goes, its calls end. Default: none. */
  readonly owners?: readonly CallName[];
  /** Milliseconds after which the endpoint is gone, and running calls end. Default: it stays. */
  readonly msLeft?: number;
  /** Opens the tools. Their calls end when the signal aborts. */
  readonly openTools: (signal: AbortSignal | undefined) => McpTools | Promise<McpTools>;
}

/** What the answer to a request needs beside its input and its endpoint. */
interface Answering {
  readonly signal: AbortSignal | undefined;
  readonly onNotification: (notification: JSONRPCNotification) => void;
  /** Gets the rests of calls that outlive the request. */
  readonly lasting: Promise<void>[];
}

/**
 * Responds to a request to an MCP endpoint, as JSON or as events, whichever the client prefers. If the client asked
 * for progress reports and accepts events, the response becomes a stream as soon as the first report is due.
 *
 * A call ends when its client leaves, or cancels it by another request. A call with an `Idempotency-Key` continues,
 * since its client may ask for the response again, and so does a call that became a task.
 */
export async function answerMcp(input: Input, endpoint: McpEndpointOfClient): Promise<McpAnswer> {
  const { name, owners, msLeft } = endpoint;
  const { body: message, context, header } = input;
  const { runningCalls } = context.services;
  const nameOf = (id: string | number): CallName => [...name, context.address, id];
  const cancelled = readCancelled(message);
  if (cancelled !== undefined) {
    await runningCalls.cancel(nameOf(cancelled));
    return { status: 202 };
  }
  const lasting: Promise<void>[] = [];
  if (header["Idempotency-Key"] !== undefined || message.id === undefined) {
    const answering = { signal: undefined, onNotification: () => {}, lasting };
    const answered = await answer(input, endpoint, answering);
    keepWork(context, lasting);
    return toWhole(answered, input.accept);
  }
  const call = runningCalls.begin(nameOf(message.id), owners);
  const signal = AbortSignal.any([context.watchCaller(), call.signal, ...waitForEnd(msLeft)]);
  const { promise: reported, resolve: report } = Promise.withResolvers<"reported">();
  const reports: JSONRPCNotification[] = [];
  let send = (notification: JSONRPCNotification): void => {
    reports.push(notification);
    report("reported");
  };
  const onNotification = (notification: JSONRPCNotification): void => send(notification);
  const answered = answer(input, endpoint, { signal, onNotification, lasting }).finally(call.end);
  const first = await Promise.race([answered, ...(takesEvents(input) ? [reported] : [])]);
  if (first !== "reported") {
    keepWork(context, lasting);
    return toWhole(first, input.accept);
  }
  // The answer begins now, and the rest of the call is still work of its caller.
  const work = takeWork(context);
  const end = (): void => endAfter(work, lasting);
  void answered.then(end, end);
  const body = streamEvents(reports, answered, (next) => {
    send = next;
  });
  return { status: 200, mediaType: "text/event-stream", body };
}

/** Calls that outlive their request are still work of its caller. */
function keepWork(context: RequestContext, lasting: readonly Promise<void>[]): void {
  if (lasting.length > 0) {
    endAfter(takeWork(context), lasting);
  }
}

/** Takes the work from its request, which ends it with the answer. */
function takeWork({ found }: RequestContext): Work | undefined {
  const { work } = found;
  delete found.work;
  return work;
}

function endAfter(work: Work | undefined, lasting: readonly Promise<void>[]): void {
  if (lasting.length === 0) {
    work?.end();
  } else {
    void Promise.allSettled(lasting).then(() => work?.end());
  }
}

/** No call takes an hour, and a timer cannot take a month. */
const longestCallMs = 60 * 60 * 1000;

function waitForEnd(msLeft = longestCallMs): AbortSignal[] {
  return msLeft < longestCallMs ? [AbortSignal.timeout(Math.max(0, Math.ceil(msLeft)))] : [];
}

async function answer(
  input: Input,
  endpoint: McpEndpointOfClient,
  { signal, onNotification, lasting }: Answering,
): Promise<McpResponse | undefined> {
  const {
    name,
    projectId,
    user,
    openTools,
    owners = [],
    msLeft = longestCallMs,
    readVersion,
  } = endpoint;
  const { body: message, context, header, query } = input;
  const { services, requestId, stopping } = context;
  const subscription = { projectId, user, stopping, readVersion: () => toVersion(readVersion) };
  const onFailure = (failure: unknown): void => {
    services.warn("call over MCP failed", { request_id: requestId, failure });
  };
  const { platform, runningCalls } = services;
  return await answerMessage({
    message,
    header,
    results: query.results,
    tools: await openTools(signal),
    states: createRequestStates(platform, projectId, name),
    tasks: createTasks({
      ...{ platform, runningCalls, projectId, name, owners, msLeft, onFailure },
      onLasting: (rest) => lasting.push(rest),
    }),
    subscription: takesEvents(input) ? subscription : undefined,
    signal,
    onNotification,
    onFailure,
  });
}

async function toVersion(
  readVersion: McpEndpointOfClient["readVersion"],
): Promise<string | undefined> {
  try {
    return JSON.stringify(await readVersion());
  } catch (error) {
    if (error instanceof PlatformError) {
      return undefined;
    }
    throw error;
  }
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

function toWhole(answer: McpResponse | undefined, accept: Input["accept"]): McpAnswer {
  if (answer === undefined) {
    return { status: 202 };
  }
  const { status, body } = answer;
  if (status !== 200 && "error" in body) {
    return { status, body };
  }
  return accept === "application/json"
    ? { status: 200, body }
    : {
        status: 200,
        mediaType: "text/event-stream",
        body: `event: message\ndata: ${JSON.stringify(body)}\n\n`,
      };
}
