/** The call that a callback or a link belongs to. The input of a handler has this shape. */
export interface CallbackSource {
  readonly path?: unknown;
  readonly query?: unknown;
  /** The headers by name, in any case. */
  readonly header?: unknown;
  readonly body?: unknown;
  readonly request?: { readonly url: string; readonly method: string };
  /** The answer to the call. */
  readonly response?: {
    readonly status?: number;
    readonly headers?: unknown;
    readonly body?: unknown;
  };
}

/**
 * The value of a runtime expression (OpenAPI 3.1, section 4.8.20.4), such as `$response.body#/id`, with its type. Undefined
 * when the call does not have it.
 *
 * @example
 * ```ts
 * import { evaluateRuntimeExpression } from "@specwright/runtime/v1/callbacks";
 *
 * const response = { status: 201, body: { id: "note_1" } };
 * evaluateRuntimeExpression("$response.body#/id", { response }); // => "note_1"
 * ```
 */
export function evaluateRuntimeExpression(
  expression: string,
  { response, ...request }: CallbackSource,
): unknown {
  switch (expression) {
    case "$url":
      return request.request?.url;
    case "$method":
      return request.request?.method;
    case "$statusCode":
      return response?.status;
    default: {
      const [, side, part = ""] = /^\$(request|response)\.(.+)$/s.exec(expression) ?? [];
      return side === "request"
        ? evaluatePart(part, request)
        : side === "response"
          ? evaluatePart(part, { body: response?.body, header: response?.headers })
          : undefined;
    }
  }
}

/** `body`, `body#/pointer`, `header.name`, `query.name`, `path.name`. */
function evaluatePart(part: string, source: CallbackSource): unknown {
  if (part === "body" || part.startsWith("body#")) {
    const segments = part.slice("body#".length).split("/").slice(1);
    return segments
      .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"))
      .reduce(readOwnMember, source.body);
  }
  const [location = "", ...rest] = part.split(".");
  const name = rest.join(".");
  switch (location) {
    case "header":
      return readCallHeader(source.header, name);
    case "query":
    case "path":
      return readOwnMember(source[location], name);
    default:
      return undefined;
  }
}

function readCallHeader(headers: unknown, name: string): unknown {
  if (headers instanceof Headers) {
    return headers.get(name) ?? undefined;
  }
  const entries = typeof headers === "object" && headers !== null ? Object.entries(headers) : [];
  return entries.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

function readOwnMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? // An own member of an object or an array.
      (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
