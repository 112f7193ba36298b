import { type CallToolResult, ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import type { Schemas } from "../../../base/api-types.ts";
import { withSpan } from "../../../base/tracing/tracing.ts";
import type { McpCall, McpResponse, McpTask } from "../mcp-call.ts";
import { McpRefusal } from "../mcp-refusal.ts";
import { reportProgress } from "../report-progress.ts";
import { toListedForm, toResultsForm } from "../results-form.ts";
import { statelessVersion, supportedVersions } from "../versions.ts";
import { canShowLinks, connectFirst } from "./connect-first.ts";
import {
  type StatelessRequest,
  serverInfo,
  type ToolCallParameters,
  tasksExtension,
} from "./envelope.ts";
import { listen } from "./listen.ts";
import { describeRefusal, readRequest, takesTasks } from "./read-request.ts";

type Result = Readonly<Record<string, unknown>>;

/**
 * How long clients may use a list without asking again, and who may. An address, or the key beside it, is a secret of one project
 * and often of one user, so no cache may give a list to others.
 */
const caching = { ttlMs: 60_000, cacheScope: "private" } as const;

/**
 * Answers one request of the era of 2026-07-28, in which every request stands for itself. Undefined when the call was cancelled.
 * Its span belongs to the trace that the client names in `_meta`.
 */
export async function answerStateless(call: McpCall): Promise<McpResponse | undefined> {
  const read = readRequest(call);
  if ("status" in read) {
    return read;
  }
  const { id, signal, onFailure } = call;
  const { traceparent } = read.params._meta;
  const options = {
    kind: "server",
    attributes: { "mcp.method.name": read.method, "mcp.protocol.version": statelessVersion },
    ...(typeof traceparent === "string" && { traceparent }),
  } as const;
  const respond = async (): Promise<Schemas["JsonRpcResponse"]> => {
    try {
      const result = await withSpan(read.method, options, () => carryOut(read, call));
      return { jsonrpc: "2.0", id, result: addServer(result, call) };
    } catch (error) {
      if (error instanceof McpRefusal) {
        return { jsonrpc: "2.0", id, error: describeRefusal(error) };
      }
      if (signal?.aborted !== true) {
        onFailure(error);
      }
      const message = "The call failed unexpectedly.";
      return { jsonrpc: "2.0", id, error: { code: ErrorCode.InternalError, message } };
    }
  };
  const body = await Promise.race([respond(), ...waitForCancellation(signal)]);
  return body && { status: 200, body };
}

/** A client that has left or has cancelled its call waits for nothing. */
function waitForCancellation(signal: AbortSignal | undefined): Promise<undefined>[] {
  return signal === undefined
    ? []
    : [
        new Promise((resolve) => {
          signal.addEventListener("abort", () => resolve(undefined), { once: true });
        }),
      ];
}

function addServer(result: Result, { tools }: McpCall): Result {
  return {
    resultType: "complete",
    ...result,
    _meta: { ...(result._meta ?? {}), [serverInfo]: { name: tools.name, version: "1.0.0" } },
  };
}

async function carryOut({ method, params }: StatelessRequest, call: McpCall): Promise<Result> {
  const { tools, results } = call;
  switch (method) {
    case "server/discover":
      return {
        supportedVersions: [...supportedVersions],
        capabilities: { tools: { listChanged: true }, extensions: { [tasksExtension]: {} } },
        instructions: tools.instructions,
        ...caching,
      };
    case "tools/list": {
      const listed = await tools.list(params.cursor, true);
      return {
        ...listed,
        tools: listed.tools.map((tool) => toListedForm(tool, results)),
        ...caching,
      };
    }
    case "subscriptions/listen":
      return await listen(params, call);
    case "tools/call":
      return await callTool(params, call);
    case "tasks/get":
      return { ...(await findTask(params.taskId, call)) };
    // No task asks its client for anything, so there is nothing that an answer could belong to.
    case "tasks/update":
      await findTask(params.taskId, call);
      return {};
    case "tasks/cancel":
      await findTask(params.taskId, call);
      await call.tasks.cancel(params.taskId);
      return {};
    default:
      return method satisfies never;
  }
}

/** @throws McpRefusal when this endpoint and its user have no such task */
async function findTask(taskId: string, { tasks }: McpCall): Promise<McpTask> {
  const task = await tasks.find(taskId);
  if (task === undefined) {
    throw new McpRefusal(
      ErrorCode.InvalidParams,
      "message.params.taskId: is not a task of this server and its user, or is older than 24 hours. Call the tool again.",
    );
  }
  return task;
}

async function callTool(params: ToolCallParameters, call: McpCall): Promise<Result> {
  const { name, arguments: given = {}, _meta: meta } = params;
  const { tools, tasks, results, signal = new AbortController().signal, onNotification } = call;
  const reports = reportProgress(name, meta.progressToken, (report) =>
    onNotification({ jsonrpc: "2.0", ...report }),
  );
  const options = {
    onProgress: reports.count,
    showsLinks: canShowLinks(params),
    takesAnyJson: true,
  };
  const make = (until: AbortSignal): Promise<CallToolResult> =>
    tools.call(name, given, { ...options, signal: until });
  const toAnswer = (result: CallToolResult): CallToolResult => toResultsForm(result, results);
  try {
    const result = await connectFirst(params, call, () =>
      takesTasks(params) ? tasks.run(make, toAnswer, call.signal) : make(signal),
    );
    if ("taskId" in result) {
      return { ...result, resultType: "task" };
    }
    return "inputRequests" in result ? { ...result } : toAnswer(result);
  } finally {
    reports.end();
  }
}
