import type { Handlers, Principals } from "../../../../generated/server/index.js";
import type { Services } from "../actions/services.ts";
import type { Caller } from "../domain/keys/authenticate.ts";
import type { RateState } from "../domain/requests/rate-limiter.ts";
import type { KeyedRequest } from "./idempotency/keyed-request.ts";

/** The context of one request; made when it arrives. */
export interface RequestContext {
  /** `req_…`, sent as `x-request-id` and repeated in errors and logs. */
  readonly requestId: string;
  /** The address that the request came from. */
  readonly address: string;
  readonly services: Services;
  /** True when the caller closed its connection before the answer. */
  readonly hasLeft: () => boolean;
  /** Aborts when the process begins to stop: requests that only wait for news should end. */
  readonly stopping: AbortSignal;
  /** Aborts when the time is over that a stop gives to running requests. */
  readonly stopped: AbortSignal;
  /** Facts about the request that turn up on its way; the HTTP layer writes them. */
  readonly found: {
    caller?: Promise<Caller>;
    rate?: RateState;
    projectId?: string;
    /** How far the request is with its `Idempotency-Key`, if it has one. */
    keyed?: KeyedRequest;
  };
}

/** The callers that the security hooks answer. */
export interface PlatformPrincipals extends Principals {
  readonly ProjectKey: Caller & { readonly kind: "project" };
  readonly OrganizationKey: Caller & { readonly kind: "organization" };
}

/** All handlers, by the names of the document's operations. */
export type PlatformHandlers = Handlers<RequestContext, PlatformPrincipals>;

/** An operation of the document. */
export type OperationName = keyof PlatformHandlers;

/** The handler of an operation. The document gives the types of its input and its answers. */
export type HandlerOf<Name extends OperationName> = PlatformHandlers[Name];
