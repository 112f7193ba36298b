import type { AuthOptions } from "./auth/credential.ts";
import type { RetryRules } from "./failures/retry.ts";
import type { Middleware } from "./middleware.ts";
import { removeTrailingSlash } from "./requests/final-url.ts";
import type { HeadersOptions } from "./requests/headers.ts";

/** How calls are repeated and limited. */
export interface CallLimits {
  /** How often a failed call is repeated, if repeating it is safe. Default: 2. */
  readonly retries?: number;
  /**
   * Further calls that are repeated, when the service answers them with 429 or 503 and `Retry-After`: `{ methods: ["POST"] }`.
   * Default: none, because the service may have acted on a call before it refused it.
   */
  readonly retry?: RetryRules;
  /**
   * Milliseconds that one attempt may take, including reading its answer. Default: 90,000. Many services and gateways
   * give up after 60 s, and their answer explains more than our timeout would.
   */
  readonly attemptTimeout?: number;
  /** Milliseconds that a call may take in total, including the waits between attempts. Default: no limit. */
  readonly timeout?: number;
}

/**
 * The base URL, limits and credentials of calls. `Auth` is the type of the credentials, by the document's security
 * schemes.
 */
export interface TransportOptions<Auth extends object = never> extends CallLimits {
  /** The root of all paths, such as `https://example.com/api/v3`. */
  readonly baseUrl: string;
  /** Sent with every call. */
  readonly headers?: HeadersOptions;
  /**
   * Credentials by the names of the document's security schemes: values, or functions that get them. A call sends only
   * the ones that its operation needs, and only to the origin of the base URL.
   */
  readonly auth?: Auth;
  /** Sends a request. Default: the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Runs around every attempt. */
  readonly middleware?: readonly Middleware[];
  /** Further options of every request, such as `credentials` in a browser. */
  readonly requestInit?: FetchSettings;
}

/**
 * Options of `fetch` that the client does not set itself. Members that a framework adds to `RequestInit`, such as `next` in
 * Next.js, become members of the `Request`, where the framework's `fetch` finds them.
 */
export type FetchSettings = Omit<RequestInit, "body" | "headers" | "method" | "signal">;

/** The resolved options, which operations are called with. */
export interface Transport extends TransportOptions<AuthOptions> {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly middleware: readonly Middleware[];
  readonly retries: number;
  readonly attemptTimeout: number;
}

/** The options of one call. `Auth` is the type of the credentials that its operation takes. */
export interface CallOptions<Auth extends object = never> extends CallLimits {
  /**
   * The base URL for this call. Default: the transport's. When the transport uses the document's base URL and the
   * operation has a server of its own, the default is that server.
   */
  readonly baseUrl?: string;
  /** Ends the call: its promise, or its stream of items, rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Merged over the transport's, such as `{ cache: "no-store" }`. */
  readonly requestInit?: FetchSettings;
  /** Merged over the transport's headers; `null` removes one. */
  readonly headers?: HeadersOptions;
  /** Credentials for this call. They take precedence over those of the transport; `false` sends no credentials. */
  readonly auth?: Auth | false;
  /**
   * The media type of the body, for operations that take several. Default: JSON if the document has it, else its first
   * one.
   */
  readonly contentType?: string;
  /** The media type to request for the answer (`accept`), for operations that have several. */
  readonly accept?: string;
  /**
   * When a stream of events ends or breaks, sends a new request with `Last-Event-ID` and reads on. It waits before that
   * for the time of the stream's `retry` field, else 3 s, and stops when the service answers 204 or an error. Default:
   * false.
   */
  readonly reconnect?: boolean;
  /**
   * The data of the event that ends a stream of events. The loop does not see this event. Default: the document's
   * `x-stream-terminator`, else `[DONE]` for events whose data is JSON.
   */
  readonly streamTerminator?: string;
}

/**
 * Resolves the options that calls share.
 *
 * @example
 * ```ts
 * import { createTransport } from "@specwright/runtime/v1/client";
 * import { listNotes } from "./generated/client/index.js";
 *
 * const transport = createTransport({
 *   baseUrl: "http://localhost:3000",
 *   retries: 1,
 *   timeout: 10_000,
 *   middleware: [{ onRequest: ({ request }) => request.headers.set("x-app", "notes") }],
 * });
 * const notes = await listNotes(transport, { limit: 10 });
 * console.log(notes.length);
 * ```
 */
export function createTransport(options: TransportOptions<AuthOptions>): Transport {
  return {
    ...options,
    baseUrl: removeTrailingSlash(options.baseUrl),
    // Credentials are kept by this object (see `holdCredential`), so every transport needs its own copy.
    ...(options.auth && { auth: { ...options.auth } }),
    // Looked up at each call, because tests and instrumentation may replace the global `fetch` later.
    fetch: options.fetch ?? ((request) => fetch(request)),
    middleware: options.middleware ?? [],
    retries: options.retries ?? 2,
    attemptTimeout: options.attemptTimeout ?? 90_000,
  };
}
