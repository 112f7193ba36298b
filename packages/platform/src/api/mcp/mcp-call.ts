import type { CallToolResult, JSONRPCNotification } from "@modelcontextprotocol/sdk/types.js";
import type { Schemas } from "../../base/api-types.ts";
import type { McpTools } from "./mcp-tools.ts";
import type { ResultsForm } from "./results-form.ts";

/** The header fields of the protocol that a client sent. */
export interface McpHeaders {
  readonly "mcp-protocol-version"?: string;
  readonly "mcp-method"?: string;
  readonly "mcp-name"?: string;
}

/** States that a client keeps between two rounds of a request. Each belongs to an endpoint and its user. */
export interface RequestStates {
  readonly seal: (state: object) => Promise<string>;
  /** The state; undefined for a text that this endpoint did not seal for this user in the last ten minutes. */
  readonly open: (sealed: string) => Promise<unknown>;
}

/** A call that outlives its request, as clients see it (MCP extension tasks, `Task`). */
export interface McpTask {
  readonly taskId: string;
  readonly status: "working" | "completed" | "failed" | "cancelled";
  readonly statusMessage?: string;
  /** ISO 8601, like the next one. */
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  /** Milliseconds after its creation until which it can be read. */
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
  /** Of a completed call: what its request would have answered. */
  readonly result?: Readonly<Record<string, unknown>>;
  /** Of a failed call: the error that its request would have answered. */
  readonly error?: Schemas["JsonRpcError"];
}

/** The tasks of an endpoint and its user. */
export interface McpTasks {
  /**
   * Runs a call. If it has not ended after half a second, it becomes a task and runs on without its request.
   *
   * @param make makes the call, and ends it when the signal aborts
   * @param toAnswer the form of a result that the task keeps
   * @param signal of the request; it means nothing to a task
   * @throws the error of a call that ended before
   */
  readonly run: (
    make: (signal: AbortSignal) => Promise<CallToolResult>,
    toAnswer: (result: CallToolResult) => CallToolResult,
    signal: AbortSignal | undefined,
  ) => Promise<CallToolResult | McpTask>;
  /** Undefined when this endpoint did not give out the id to this user, or more than 24 hours ago. */
  readonly find: (taskId: string) => Promise<McpTask | undefined>;
  /** Ends the call of a task, on whichever replica it runs. */
  readonly cancel: (taskId: string) => Promise<void>;
}

/** What a subscription to an endpoint needs. */
export interface McpSubscriptionSource {
  readonly projectId: string;
  /** The user of the endpoint, or the account that stands for one. */
  readonly user: string;
  /** A text that is another one when the list of tools may be; undefined when the endpoint is gone. */
  readonly readVersion: () => Promise<string | undefined>;
  /** Aborts when the process begins to stop. */
  readonly stopping: AbortSignal;
}

/** A client's request, with the facts on which its response depends. */
export interface McpCall {
  readonly message: Schemas["JsonRpcMessage"];
  /** The id of the message. */
  readonly id: Schemas["JsonRpcId"];
  readonly header: McpHeaders;
  readonly tools: McpTools;
  readonly states: RequestStates;
  readonly tasks: McpTasks;
  /** Undefined for a client that does not read events. */
  readonly subscription: McpSubscriptionSource | undefined;
  /** How the client wants results, if its version of the protocol leaves the choice. */
  readonly results: ResultsForm;
  /** Aborts when the client has left, or cancels the call. */
  readonly signal: AbortSignal | undefined;
  /** Gets reports of progress before the response. */
  readonly onNotification: (notification: JSONRPCNotification) => void;
  /** Receives unexpected errors. Their messages are not sent to clients. */
  readonly onFailure: (failure: unknown) => void;
}

/** The response to a request. Before 2026-07-28 its status is always 200. */
export interface McpResponse {
  readonly status: 200 | 400 | 404;
  readonly body: Schemas["JsonRpcResponse"];
}
