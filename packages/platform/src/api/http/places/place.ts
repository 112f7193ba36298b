import type { Answer, Call } from "@specwright/runtime/v1/server";
import type { RequestContext } from "../../handlers/handler.ts";
import type { Callers } from "../callers/callers.ts";

/**
 * A route beside the operations of the document, for large bodies and long responses: an upload at a signed address,
 * or Streamable HTTP of MCP. A server serves only the places with which it was started.
 */
export interface Place<Principal extends Admitted = Admitted> {
  /** The name for logs, metrics and spans, like that of an operation. */
  readonly name: string;
  readonly methods: readonly ("GET" | "POST" | "PUT" | "DELETE")[];
  /** Segments, where `{name}` stands for any segment: `/mcp/{server_id}`. */
  readonly path: string;
  /** The largest body in bytes. If the announced length is larger, the response is 413 before the body is requested. */
  readonly bodyLimit: number;
  /**
   * The number of requests that one project may run at the same time in this process, including their streams.
   * Further ones get 429.
   */
  readonly atOnce: number;
  /** Milliseconds in which it answers. A stream that is the answer may last. Default: two minutes. */
  readonly deadlineMs?: number;
  /**
   * Finds the caller. At this point no part of the body has been read, and `100 Continue` has not been sent.
   *
   * @throws PlatformError
   */
  admit(request: PlaceRequest, callers: Callers): Promise<Principal>;
  /**
   * Answers a request. A stream may stay open: it gets heartbeats while it is silent, is cancelled when the client
   * leaves, and ends when the process stops.
   *
   * @throws PlatformError; errors of the body's stream do not have to be caught
   */
  answer(request: PlaceRequest, principal: Principal): Promise<Answer>;
}

/** The project of a request. The request counts against its limit. */
export interface Admitted {
  readonly projectId: string;
}

/** A request at a place. Read its body with `call.readBody`, or with `call.streamBody` as it arrives. */
export interface PlaceRequest {
  readonly call: Call<RequestContext>;
  /** The decoded segments, by their names in `path`. */
  readonly values: Readonly<Record<string, string>>;
  /** Aborts when the client disconnects, or the request is given up. Work that only the client is waiting for should end then. */
  readonly signal: AbortSignal;
}
