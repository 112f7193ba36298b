import type { Handlers, Principals } from "../../../../generated/server/index.js";
import type { Services } from "../actions/services.ts";
import type { Caller } from "../domain/keys/authenticate.ts";
import type { RateState } from "../domain/requests/rate-limiter.ts";
import type { KeyedRequest } from "./idempotency/keyed-request.ts";

/** The context of one request, created when the request arrives. */
export interface RequestContext {
  /** `req_…`, sent as `x-request-id` and repeated in errors and logs. */
  readonly requestId: string;
  /** The path and query of the request, as they were sent. */
  readonly target: string;
  /** The address from which the request came. */
  readonly address: string;
  readonly services: Services;
  /** True when the caller closed its connection before the response. */
  readonly hasLeft: () => boolean;
  /** Creates a signal that aborts when the caller closes its connection before the response. */
  readonly watchCaller: () => AbortSignal;
  /** Aborts when the process begins to stop. Requests that only wait for news should end then. */
  readonly stopping: AbortSignal;
  /** Aborts when the process is stopping and the time for running requests is over. */
  readonly stopped: AbortSignal;
  /** Facts that handlers determine and the HTTP layer reads. */
  readonly found: {
    caller?: Promise<Caller | undefined>;
    rate?: RateState;
    projectId?: string;
    /** The state of the request's `Idempotency-Key`, if it has one. */
    keyed?: KeyedRequest;
  };
}

/** The callers that the security hooks answer. */
export interface PlatformPrincipals extends Principals {
  readonly ProjectKey: Caller & { readonly kind: "project" };
  readonly OrganizationKey: Caller & { readonly kind: "organization" };
}

/** All handlers, by the operation names of the document. */
export type PlatformHandlers = Handlers<RequestContext, PlatformPrincipals>;

/** An operation of the document. */
export type OperationName = keyof PlatformHandlers;

/** The handler of an operation. The document determines the types of its input and its responses. */
export type HandlerOf<Name extends OperationName> = PlatformHandlers[Name];
