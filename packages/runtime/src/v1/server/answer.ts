import type { Answer } from "./call.ts";
import { addHeaders } from "./header.ts";
import { essenceOf, isJsonType } from "./media-type.ts";
import type { OperationDefinition, OperationValidators, Validator } from "./operation.ts";

/** What a handler returns, as the router reads it; generated declarations give each operation its own union. */
export interface HandlerResponse {
  readonly status: number;
  /** Numbers become text, lists are joined by commas; a list of `set-cookie` is sent as repeated fields. */
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Needed when the status has several media types; default: the first one. */
  readonly mediaType?: string;
}

/** Turns what a handler returned into what is sent. */
export type AnswerBuilder = (response: unknown) => Answer;

/** The handler's answer is not what the document promises. */
export class InvalidResponseError extends Error {
  /** One line a field, for the log. */
  readonly errors: readonly string[];

  constructor(operation: string, errors: readonly string[]) {
    super(`The handler of ${operation} answered what the document does not allow: ${errors[0]}`);
    this.name = "InvalidResponseError";
    this.errors = errors;
  }
}

/** How a body of one media type is sent. */
interface Form {
  readonly contentType: string;
  readonly isJson: boolean;
}

/** Prepares the answers of an operation. */
export function createAnswerBuilder(operation: OperationDefinition): AnswerBuilder {
  const forms = new Map<number, Form>();
  const formFor = (status: number): Form => {
    const known = forms.get(status);
    if (known !== undefined) {
      return known;
    }
    const form = formOf(responseOf(operation.responses, status)?.[0]);
    forms.set(status, form);
    return form;
  };
  return (value) => {
    if (!isHandlerResponse(value)) {
      throw new TypeError(`The handler of ${operation.name} returned no { status, … }.`);
    }
    const { status, body, mediaType, headers: given } = value;
    if (body === undefined || isBodyless(status)) {
      const headers: Answer["headers"] = {};
      addHeaders(headers, given);
      return { status, headers, body: null };
    }
    const form = mediaType === undefined ? formFor(status) : formOf(mediaType);
    const headers: Answer["headers"] = { "content-type": form.contentType };
    addHeaders(headers, given);
    return { status, headers, body: serialize(body, form.isJson) };
  };
}

/** Text is sent as UTF-8, and says so; JSON always is (RFC 8259, section 8.1). */
function formOf(mediaType = "application/json"): Form {
  const isText = mediaType.startsWith("text/") && !mediaType.includes("charset");
  return {
    contentType: isText ? `${mediaType};charset=utf-8` : mediaType,
    isJson: isJsonType(essenceOf(mediaType)),
  };
}

/** The entry for a status: itself, its range such as `4XX`, `default` (OpenAPI 3.1, section 4.8.16). */
export function responseOf<T>(
  responses: Readonly<Record<string, T>>,
  status: number,
): T | undefined {
  const text = String(status);
  return responses[text] ?? responses[`${text[0]}XX`] ?? responses.default;
}

/** What an answer is held against; undefined when the document has no such answer. */
export function responseCheck(
  operation: OperationDefinition,
  validators: OperationValidators | undefined,
  response: HandlerResponse,
): { readonly validator: Validator | undefined; readonly isJson: boolean } | undefined {
  const documented = responseOf(operation.responses, response.status);
  if (documented === undefined) {
    return undefined;
  }
  const mediaType = response.mediaType ?? documented[0] ?? "";
  const byMediaType = responseOf(validators?.responses ?? {}, response.status);
  return { validator: byMediaType?.[mediaType], isJson: formOf(mediaType).isJson };
}

function isHandlerResponse(value: unknown): value is HandlerResponse {
  return (
    typeof value === "object" &&
    value !== null &&
    "status" in value &&
    Number.isInteger(value.status)
  );
}

/** RFC 9110, section 6.4.1. */
function isBodyless(status: number): boolean {
  return status < 200 || status === 204 || status === 205 || status === 304;
}

function serialize(body: unknown, isJson: boolean): Answer["body"] {
  if (typeof body === "object") {
    if (body instanceof ReadableStream || body instanceof Uint8Array) {
      return body;
    }
    if (body instanceof Blob) {
      return body.stream();
    }
  }
  return isJson ? JSON.stringify(body) : String(body);
}

/** A web response as an answer, for handlers that have one already, such as a proxy. */
export function responseToAnswer(response: Response): Answer {
  const headers: Answer["headers"] = {};
  for (const [name, value] of response.headers) {
    headers[name] = name === "set-cookie" ? response.headers.getSetCookie() : value;
  }
  return { status: response.status, headers, body: response.body };
}

/** HEAD: what GET would answer, without the body (RFC 9110, section 9.3.2). */
export function withoutBody(answer: Answer): Answer {
  const { status, headers, body } = answer;
  if (body === null) {
    return answer;
  }
  if (body instanceof ReadableStream) {
    // Nobody reads it; a source that fails while it is cancelled has nobody to tell.
    body.cancel().catch(() => undefined);
  } else {
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    headers["content-length"] = String(bytes.byteLength);
  }
  return { status, headers, body: null };
}
