/** The parameters of a call, by location. */
export interface MiddlewareRequestParams {
  query?: Record<string, unknown>;
  header?: Record<string, unknown>;
  path?: Record<string, unknown>;
  cookie?: Record<string, unknown>;
  /** The whole query string as one value (OpenAPI 3.2). openapi-fetch does not have this member. */
  querystring?: unknown;
}

/** The options in force for a call. */
export interface MergedOptions {
  baseUrl: string;
  parseAs: ParseAs;
  querySerializer: (query: never) => string;
  bodySerializer: (body: never, headers?: Headers) => unknown;
  pathSerializer: (pathname: string, pathParams: Record<string, unknown>) => string;
  fetch: (input: Request) => Promise<Response>;
}

/** How the body of a successful answer is read. */
export type ParseAs = "json" | "text" | "blob" | "arrayBuffer" | "stream";

/** Argument of every callback of a middleware. */
export interface MiddlewareCallbackParams {
  /** The current request; earlier middleware may have replaced the original. */
  request: Request;
  /** The path template, such as `/tools/{slug}`. */
  readonly schemaPath: string;
  readonly params: MiddlewareRequestParams;
  /** Unique for this request; not secret. */
  readonly id: string;
  readonly options: MergedOptions;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a callback, async or not, may return nothing
type Result<T> = void | T | undefined | Promise<void | T | undefined>;

/**
 * Observes and changes requests, answers and failures. At least one callback is required. Middleware written for
 * openapi-fetch fits.
 */
export interface Middleware {
  /**
   * May return another request to send, or an answer. After an answer nothing is sent, and no `onResponse` is called.
   */
  onRequest?(options: MiddlewareCallbackParams): Result<Request | Response>;
  onResponse?(options: MiddlewareCallbackParams & { response: Response }): Result<Response>;
  /** Called when `fetch` failed. May return another error to throw, or an answer to use instead. */
  onError?(options: MiddlewareCallbackParams & { error: unknown }): Result<Response | Error>;
}

/** Facts about a request that `send` passes on to middleware, and the functions that it uses. */
export interface SendContext {
  readonly schemaPath: string;
  readonly params: MiddlewareRequestParams;
  readonly options: MergedOptions;
  /** The class of requests. Default: the global `Request`. */
  readonly Request?: typeof Request | undefined;
  /** Sends the request. */
  readonly fetch: (request: Request) => Promise<Response>;
}

/**
 * Sends a request through middleware: `onRequest` in the order of the list, `onError` and `onResponse` in reverse
 * order.
 *
 * @returns the answer, and the request as it was sent
 * @throws what `fetch` throws, unless a middleware handled it; Error when a callback returns a value of another type
 */
export async function send(
  request: Request,
  middlewares: readonly Middleware[],
  context: SendContext,
): Promise<{ request: Request; response: Response }> {
  // A browser's `fetch` throws when it is called as a method of another object (`context.fetch()`).
  const { schemaPath, params, fetch } = context;
  if (middlewares.length === 0) {
    return { request, response: await fetch(request) };
  }
  const reported = {
    request,
    schemaPath,
    params,
    id: Math.random().toString(36).slice(2, 11),
    options: Object.freeze({ ...context.options }),
  };
  for (const middleware of middlewares) {
    const result = await middleware.onRequest?.({ ...reported });
    if (result instanceof Response) {
      return { request: reported.request, response: result };
    }
    if (result) {
      if (!(result instanceof (context.Request ?? Request))) {
        throw new Error("onRequest: must return new Request() or Response()");
      }
      reported.request = result;
    }
  }
  const reversed = [...middlewares].reverse();
  let response: Response;
  try {
    response = await fetch(reported.request);
  } catch (error) {
    response = await recover(error, reversed, reported);
  }
  for (const middleware of reversed) {
    const result = await middleware.onResponse?.({ ...reported, response });
    if (result) {
      response = expectResponse(result);
    }
  }
  return { request: reported.request, response };
}

async function recover(
  thrown: unknown,
  middlewares: readonly Middleware[],
  reported: MiddlewareCallbackParams,
): Promise<Response> {
  let error = thrown;
  for (const middleware of middlewares) {
    const result = await middleware.onError?.({ ...reported, error });
    if (result instanceof Response) {
      return result;
    }
    if (result) {
      if (!(result instanceof Error)) {
        throw new Error("onError: must return new Response() or an instance of Error");
      }
      error = result;
    }
  }
  throw error;
}

function expectResponse(result: unknown): Response {
  if (!(result instanceof Response)) {
    throw new Error("onResponse: must return new Response()");
  }
  return result;
}
