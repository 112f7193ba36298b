import type { Answer, Call } from "@specwright/runtime/v1/server";
import type { RequestContext } from "../../handlers/handler.ts";
import type { Callers } from "../callers/callers.ts";

/**
 * A route beside the operations of the document, for bodies that are large and answers that last: an upload at a signed
 * address, or Streamable HTTP of MCP. A server answers only the places that it was started with.
 */
export interface Place<Principal extends Admitted = Admitted> {
  /** For logs, metrics and spans, like the name of an operation. */
  readonly name: string;
  readonly methods: readonly ("GET" | "POST" | "PUT" | "DELETE")[];
  /** Segments, of which `{name}` stands for any: `/mcp/{server_id}`. */
  readonly path: string;
  /** Bytes of a body at most. An announced length over it is 413 before the body is asked for. */
  readonly bodyLimit: number;
  /** Requests of one project at a time, in this process, until the ends of their answers; more are 429. */
  readonly atOnce: number;
  /**
   * Finds the caller. Nothing of the body has been read, and `100 Continue` has not been sent.
   *
   * @throws PlatformError
   */
  admit(request: PlaceRequest, callers: Callers): Promise<Principal>;
  /**
   * Answers. A stream may last: it gets a sign of life when it is silent, is cancelled when the client leaves, and ends when
   * the process does.
   *
   * @throws PlatformError; an error of the body's stream may be left to the caller
   */
  answer(request: PlaceRequest, principal: Principal): Promise<Answer>;
}

/** The project of a request, whose limit it counts against. */
export interface Admitted {
  readonly projectId: string;
}

/** A request at a place. Its body is read by `call.readBody`, or by `call.streamBody` as it arrives. */
export interface PlaceRequest {
  readonly call: Call<RequestContext>;
  /** The decoded segments, by the names of the path. */
  readonly values: Readonly<Record<string, string>>;
  /** Aborts when the client leaves: work that only it waited for should end. */
  readonly signal: AbortSignal;
}
