import { ApiCallError } from "./call-errors.ts";
import { explainBody } from "./explain-body.ts";

/** The parts of an `ApiError`. */
export interface ApiErrorInit<Status extends number, Body, Fields = unknown> {
  /** The name of the operation. */
  readonly operation: string;
  readonly status: Status;
  readonly headers: Headers;
  /** The documented headers, by name as the document writes it. Default: none. */
  readonly typedHeaders?: Fields;
  /** A possible reason, for the message. */
  readonly hint?: string | undefined;
  readonly body: Body;
}

/**
 * The answer of an operation was not a success (2xx). `body` is parsed JSON, text, a Blob, or undefined for no body;
 * the document says which of them for each status. It is text in place of documented JSON when something else than the
 * service answered, such as a proxy with a page of HTML.
 *
 * The message has the explanation of the body when there is one: its title, detail, message or error.
 */
export class ApiError<
  Status extends number = number,
  Body = unknown,
  Fields = unknown,
> extends ApiCallError {
  override readonly name: string = "ApiError";
  declare readonly status: Status;
  declare readonly headers: Headers;
  /** The documented headers that came, each as its schema has it, by name as the document writes it. */
  declare readonly typedHeaders: Fields;
  declare readonly body: Body;
  /** `x-request-id` of the answer (or `request-id`), for those who run the service. */
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
    // Without any documented header its type has no member.
    this.typedHeaders = typedHeaders ?? ({} as Fields);
    this.body = body;
    this.requestId = requestId;
  }
}

/**
 * Returns whether a caught value is the error of an answer. With an operation's error type the body narrows by status, as
 * the document has it:
 *
 *     if (isApiError<GetToolError>(error) && error.status === 404) error.body.error.slug;
 */
export function isApiError<E extends ApiError = ApiError>(error: unknown): error is E {
  return error instanceof ApiError;
}
