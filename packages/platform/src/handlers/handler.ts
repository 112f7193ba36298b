import type { Handlers, Principals } from "../../../../generated/server/index.js";
import type { IdempotencyClaim } from "../domain/idempotency/idempotency.ts";
import type { Caller } from "../domain/keys/authenticate.ts";
import type { RateState } from "../domain/rate-limits/rate-limiter.ts";
import type { Platform } from "../domain/scope.ts";
import type { TokenRefresher } from "../domain/token-refresh/refresh-tokens.ts";
import type { Egress } from "../egress/create-egress.ts";
import type { ToolkitCatalog } from "../toolkits/catalog-types.ts";
import type { ExecutionSlots } from "./tools/execution-slots.ts";

/** What handlers stand on. One a process. */
export interface Services {
  readonly platform: Platform;
  readonly catalog: ToolkitCatalog;
  readonly egress: Egress;
  readonly tokens: TokenRefresher;
  readonly executions: ExecutionSlots;
  /** A line in the log; `details` hold ids, counts and the document's words, never a value that was sent or answered. */
  readonly warn: (event: string, details: Readonly<Record<string, unknown>>) => void;
  /** Counts an execution in the metrics. */
  readonly countExecution: (toolkit: string, outcome: ExecutionOutcome) => void;
}

/** How an execution ended, as the metrics tell it. */
export type ExecutionOutcome = "success" | "failure" | "error";

/** What one request is known by; made when it arrives. */
export interface RequestContext {
  /** `req_…`, sent as `x-request-id` and repeated in errors and logs. */
  readonly requestId: string;
  /** The address that the request came from. */
  readonly address: string;
  readonly services: Services;
  /** What is found out about the request on its way; the HTTP layer writes it. */
  readonly found: {
    caller?: Promise<Caller>;
    rate?: RateState;
    projectId?: string;
    /** The right to run this request for its `Idempotency-Key`, until its answer was stored. */
    claim?: IdempotencyClaim;
  };
}

/** Who may call: what the security hooks answer. */
export interface PlatformPrincipals extends Principals {
  readonly ProjectKey: Caller & { readonly kind: "project" };
  readonly OrganizationKey: Caller & { readonly kind: "organization" };
}

/** All handlers, by the names of the document's operations. */
export type PlatformHandlers = Handlers<RequestContext, PlatformPrincipals>;

/** An operation of the document. */
export type OperationName = keyof PlatformHandlers;

/** The handler of an operation: what it is given and what it may answer follow from the document. */
export type HandlerOf<Name extends OperationName> = PlatformHandlers[Name];
