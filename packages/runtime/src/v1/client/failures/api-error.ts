import { ApiCallError } from "./call-errors.ts";
import { explainBody } from "./explain-body.ts";

/** The parts of an `ApiError`. */
export interface ApiErrorInit<Status extends number, Body, Fields = unknown> {
  /** The name of the operation. */
  readonly operation: string;
  readonly status: Status;
  readonly headers: Headers;
  /** The documented headers, with names spelled as in the document. Default: an empty object. */
  readonly typedHeaders?: Fields;
  /** A possible reason, for the message. */
  readonly hint?: string | undefined;
  readonly body: Body;
}

/**
 * The answer of an operation was not a success (2xx). `body` is parsed JSON, text, a Blob, or undefined for no body;
 * the document says which one for each status. When the document says JSON, `body` can still be text if something other
 * than the service answered, such as a proxy with an HTML page.
 *
 * The message includes the explanation that the body gives: its title, detail, message or error.
 */
export class ApiError<
  Status extends number = number,
  Body = unknown,
  Fields = unknown,
> extends ApiCallError {
  override readonly name: "ApiError" = "ApiError";
  declare readonly status: Status;
  declare readonly headers: Headers;
  /** The documented headers that were sent, read by their schemas. Names are spelled as in the document. */
  declare readonly typedHeaders: Fields;
  declare readonly body: Body;
  /** The answer's `x-request-id` (or `request-id`), to quote when you ask the service's operators. */
  declare readonly requestId: string | undefined;

  constructor({
    operation,
    status,
    headers,
    typedHeaders,
    body,
    hint,
  }: ApiErrorInit<Status, Body, Fields>) {
    const requestId = headers.get("x-request-id") ?? headers.get("request-id") ?? undefined;
    const explanation = explainBody(body);
    const parts = [explanation && `: ${explanation}`, requestId && ` (request ${requestId})`];
    super(operation, `was answered with ${status}${parts.join("")}${hint ? `: ${hint}` : ""}`);
    this.status = status;
    this.headers = headers;
    // When the document has no headers, `Fields` has no members.
    this.typedHeaders = typedHeaders ?? ({} as Fields);
    this.body = body;
    this.requestId = requestId;
  }
}

/**
 * Returns whether a caught value is the error of an answer. With an operation's error type, checking `status` narrows
 * the type of `body`.
 *
 * @example
 * ```ts
 * import { createTransport, isApiError } from "@specwright/runtime/v1/client";
 * import { type GetNoteError, getNote } from "./generated/client/index.js";
 *
 * const transport = createTransport({ baseUrl: "http://localhost:3000" });
 * try {
 *   await getNote(transport, { note_id: "b0d2cb8c-7bc1-4a5c-9a2a-8f2f6f2d4f10" });
 * } catch (error) {
 *   if (!isApiError<GetNoteError>(error)) throw error;
 *   console.log(error.status === 404 ? error.body.message : error.requestId);
 * }
 * ```
 */
export function isApiError<E extends ApiError = ApiError>(error: unknown): error is E {
  return error instanceof ApiError;
}
