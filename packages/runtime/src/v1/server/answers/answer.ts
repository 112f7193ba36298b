import { stringifyExactly } from "../../conversions/exact-json.ts";
import { setMember } from "../../parameters/typed-text.ts";
import { encodeItems, getStreamFormat, type StreamFormat } from "../../streams/encode.ts";
import type { Answer } from "../call.ts";
import type { OperationDefinition, OperationValidators, Validator } from "../operation.ts";
import { addHeaders, createHeaderWriter } from "./header.ts";
import { getEssence, includesMediaType, isJsonType } from "./media-type.ts";

/**
 * The result of a handler, as the router reads it. Generated code declares a union of the allowed results for each
 * operation.
 */
export interface HandlerResponse {
  readonly status: number;
  /** Numbers become text, lists are joined by commas; a list of `set-cookie` is sent as repeated fields. */
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Needed when the status has several media types; default: the first one. */
  readonly mediaType?: string;
}

/**
 * Turns the result of a handler into an answer.
 *
 * @param onItem called with each item of a stream before it is sent; if it throws, the stream ends
 */
export type AnswerBuilder = (response: unknown, onItem?: (item: unknown) => void) => Answer;

/** The handler's answer does not match the document. */
export class InvalidResponseError extends Error {
  /** One line per field, for the log. */
  readonly errors: readonly string[];

  constructor(operation: string, errors: readonly string[]) {
    super(`The handler of ${operation} answered what the document does not allow: ${errors[0]}`);
    this.name = "InvalidResponseError";
    this.errors = errors;
  }
}

/** How a body of one media type is sent. */
export interface Form {
  readonly contentType: string;
  readonly isJson: boolean;
  /** For streams of items. */
  readonly stream: StreamFormat | undefined;
  /** The data of the event that ends the stream. */
  readonly terminator?: string | undefined;
}

/** Prepares the answers of an operation. */
export function createAnswerBuilder(operation: OperationDefinition): AnswerBuilder {
  const forms = new Map<number, Form>();
  const chooseFormForStatus = (status: number): Form => {
    const known = forms.get(status);
    if (known !== undefined) {
      return known;
    }
    const form = chooseAnswerForm(findResponse(operation.responses, status)?.[0], operation);
    forms.set(status, form);
    return form;
  };
  const write = createHeaderWriter(operation.headers);
  const stringify = operation.conversions === undefined ? JSON.stringify : stringifyExactly;
  return (value, onItem) => {
    if (!isHandlerResponse(value)) {
      throw new TypeError(`The handler of ${operation.name} returned no { status, … }.`);
    }
    const { status, body, mediaType, headers: given } = value;
    if (body === undefined || isBodyless(status)) {
      const headers: Answer["headers"] = {};
      addHeaders(headers, write(status, given));
      return { status, headers, body: null };
    }
    const documented =
      mediaType === undefined
        ? chooseFormForStatus(status)
        : chooseAnswerForm(mediaType, operation);
    const form = documented.contentType.includes("*")
      ? chooseFormWithin(documented.contentType, body, given)
      : documented;
    const headers: Answer["headers"] = { "content-type": form.contentType };
    if (form.stream === "events") {
      // Without this, a cache may send its copy of an old stream (HTML, section 9.2.1).
      headers["cache-control"] = "no-cache";
    }
    addHeaders(headers, write(status, given));
    return { status, headers, body: serialize(body, form, onItem, stringify) };
  };
}

/** Adds `charset=utf-8` to text types. JSON does not need it, because it is always UTF-8 (RFC 8259, section 8.1). */
function chooseAnswerForm(mediaType = "application/json", operation?: OperationDefinition): Form {
  const isText = /^text\/[^*]/.test(mediaType) && !mediaType.includes("charset");
  const essence = getEssence(mediaType);
  return {
    contentType: isText ? `${mediaType};charset=utf-8` : mediaType,
    isJson: isJsonType(essence),
    stream: getStreamFormat(essence),
    terminator: operation?.terminators?.[mediaType],
  };
}

/**
 * Chooses a media type for a range such as `image/*`. It is the handler's `content-type` header if there is one, else
 * the type of a Blob, `text/plain` for a string, and JSON for other values, if the range includes it. For everything
 * else, such as bytes, it is `application/octet-stream`.
 */
function chooseFormWithin(range: string, body: unknown, given: HandlerResponse["headers"]): Form {
  const own = Object.entries(given ?? {}).find(([name]) => name.toLowerCase() === "content-type");
  if (own !== undefined) {
    return chooseAnswerForm(String(own[1]));
  }
  if (body instanceof Blob && includesMediaType(range, getEssence(body.type))) {
    return chooseAnswerForm(body.type);
  }
  const isBytes =
    body instanceof Blob || body instanceof ReadableStream || body instanceof Uint8Array;
  const usual =
    typeof body === "string" ? ["text/plain", "application/json"] : ["application/json"];
  const fitting = isBytes ? undefined : usual.find((type) => includesMediaType(range, type));
  return chooseAnswerForm(fitting ?? "application/octet-stream");
}

/**
 * The entry for a status: its own, else the one of its range, such as `4XX`, else `default` (OpenAPI 3.1, section
 * 4.8.16).
 */
export function findResponse<T>(
  responses: Readonly<Record<string, T>>,
  status: number,
): T | undefined {
  const text = String(status);
  return responses[text] ?? responses[`${text[0]}XX`] ?? responses.default;
}

/** The validators of an answer. */
export interface ResponseCheck {
  /** The validator of the body, or of each item of a stream. */
  readonly validator: Validator | undefined;
  /** The validator of the documented headers. */
  readonly headers: Validator | undefined;
  readonly form: Form;
}

/** The validators of an answer; undefined when the document does not have this answer. */
export function prepareResponseCheck(
  operation: OperationDefinition,
  validators: OperationValidators | undefined,
  response: HandlerResponse,
): ResponseCheck | undefined {
  const documented = findResponse(operation.responses, response.status);
  if (documented === undefined) {
    return undefined;
  }
  const mediaType = response.mediaType ?? documented[0] ?? "";
  const byMediaType = findResponse(validators?.responses ?? {}, response.status);
  return {
    validator: byMediaType?.[mediaType],
    headers: findResponse(validators?.responseHeaders ?? {}, response.status),
    form: chooseAnswerForm(mediaType),
  };
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

function serialize(
  body: unknown,
  { isJson, stream, terminator }: Form,
  onItem: ((item: unknown) => void) | undefined,
  stringify: (value: unknown) => string,
): Answer["body"] {
  if (typeof body === "object") {
    if (body instanceof ReadableStream || body instanceof Uint8Array) {
      return body;
    }
    if (body instanceof Blob) {
      return body.stream();
    }
    if (stream !== undefined && isIterable(body)) {
      return encodeItems(body, stream, { onItem, terminator });
    }
  }
  return isJson ? stringify(body) : String(body);
}

function isIterable(body: object | null): body is AsyncIterable<unknown> | Iterable<unknown> {
  return body !== null && (Symbol.asyncIterator in body || Symbol.iterator in body);
}

/** A web response as an answer, for handlers that return one, such as a proxy. */
export function responseToAnswer(response: Response): Answer {
  const headers: Answer["headers"] = {};
  for (const [name, value] of response.headers) {
    setMember(headers, name, name === "set-cookie" ? response.headers.getSetCookie() : value);
  }
  return { status: response.status, headers, body: response.body };
}

/** The answer to HEAD: that of GET without its body (RFC 9110, section 9.3.2). */
export function withoutBody(answer: Answer): Answer {
  const { status, headers, body } = answer;
  if (body === null) {
    return answer;
  }
  if (body instanceof ReadableStream) {
    // The body is not sent, so an error while it is cancelled does not matter.
    body.cancel().catch(() => undefined);
  } else {
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    headers["content-length"] = String(bytes.byteLength);
  }
  return { status, headers, body: null };
}
