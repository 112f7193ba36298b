import type { AuthOptions } from "./auth/credential.ts";
import type { Middleware } from "./middleware.ts";
import { removeTrailingSlash } from "./requests/final-url.ts";
import type { HeadersOptions } from "./requests/headers.ts";

/** How calls are repeated and limited. */
export interface CallLimits {
  /** Attempts after the first one; only calls that are safe to repeat are. Default: 2. */
  readonly retries?: number;
  /**
   * Milliseconds that one attempt may take, reading its answer included. Default: 90,000. Many services and gateways give up
   * after 60 s, and their answer says more than a timeout of ours.
   */
  readonly attemptTimeout?: number;
  /** Milliseconds that a call may take in all, waits included. Default: no limit. */
  readonly timeout?: number;
}

/** The base URL, limits and credentials of calls. `Auth` has the credentials of the document's security schemes. */
export interface TransportOptions<Auth extends object = never> extends CallLimits {
  /** The root of all paths, such as `https://example.com/api/v3`. */
  readonly baseUrl: string;
  /** Sent with every call. */
  readonly headers?: HeadersOptions;
  /**
   * Credentials by the names of the document's security schemes: values, or functions that get them. A call has those that
   * its operation needs, and they go to the origin of the base URL only.
   */
  readonly auth?: Auth;
  /** Sends a request. Default: the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Runs around every attempt. */
  readonly middleware?: readonly Middleware[];
  /** Further options of every request, such as `credentials` in a browser. */
  readonly requestInit?: Omit<RequestInit, "body" | "headers" | "method" | "signal">;
}

/** The resolved options, which operations are called with. */
export interface Transport extends TransportOptions<AuthOptions> {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly middleware: readonly Middleware[];
  readonly retries: number;
  readonly attemptTimeout: number;
}

/** The options of one call. `Auth` has the credentials that its operation takes. */
export interface CallOptions<Auth extends object = never> extends CallLimits {
  /**
   * The root of the path for this call. Default: the server that the document has for the operation where the transport
   * has the document's base URL, else the transport's.
   */
  readonly baseUrl?: string;
  /** Ends the call; what was waited for rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Over those of the transport; `null` removes one. */
  readonly headers?: HeadersOptions;
  /** Credentials for this call, before those of the transport; `false` sends none. */
  readonly auth?: Auth | false;
  /** The media type of the body, where an operation takes several. Default: the document's JSON or first one. */
  readonly contentType?: string;
  /** The media type of the answer that is asked for, where an operation has several. */
  readonly accept?: string;
  /**
   * Reads on with a new request when a stream of events ends or breaks: after the time that the stream says (`retry`,
   * else 3 s), with `Last-Event-ID`, until the service answers 204 or with an error. Default: false.
   */
  readonly reconnect?: boolean;
  /**
   * The data of the event that ends a stream of events, which is not given to the loop. Default: the document's
   * `x-stream-terminator`; without one, `[DONE]` where the data of events is JSON.
   */
  readonly streamTerminator?: string;
}

/** Resolves the options that calls share. */
export function createTransport(options: TransportOptions<AuthOptions>): Transport {
  return {
    ...options,
    baseUrl: removeTrailingSlash(options.baseUrl),
    // Results of its functions are kept with the object, so every transport has one of its own.
    ...(options.auth && { auth: { ...options.auth } }),
    // Asked when a call is made: tests and instrumentation replace the global one later.
    fetch: options.fetch ?? ((request) => fetch(request)),
    middleware: options.middleware ?? [],
    retries: options.retries ?? 2,
    attemptTimeout: options.attemptTimeout ?? 90_000,
  };
}
