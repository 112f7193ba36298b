import type { Handlers, Principals } from "../../../../../generated/server/index.js";
import type { Services } from "../../actions/services.ts";
import type { Work } from "../../base/sharing/fairness/work.ts";
import type { Caller } from "../../domain/keys/authenticate.ts";
import type { NewConsoleSession } from "../../domain/keys/console-sessions.ts";
import type { RateState } from "../../domain/requests/rate-limiter.ts";
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
  /** A signal that aborts when the caller closes its connection before the response, or when the request is given up. */
  readonly watchCaller: () => AbortSignal;
  /** Gives the request up: its deadline has passed. */
  readonly giveUp: () => void;
  /** The bytes that the connection has received, while the body of the request arrives; undefined once it is whole. */
  readonly countArriving: () => number | undefined;
  /** Aborts when the process begins to stop. Requests that only wait for news should end then. */
  readonly stopping: AbortSignal;
  /** Aborts when the process is stopping and the time for running requests is over. */
  readonly stopped: AbortSignal;
  /** Facts that handlers determine and the HTTP layer reads. */
  readonly found: {
    caller?: Promise<Caller | undefined>;
    rate?: RateState;
    /** The caller against whom the request was counted: a project, an organization or an address. */
    countedAs?: string;
    /** The work of the request, once it has begun (ADR 112). */
    work?: Work;
    /** True when the request has its answer. Work that would begin later does not. */
    isAnswered?: boolean;
    /** The error with which the work did not begin. */
    refusal?: unknown;
    projectId?: string;
    /** The project or organization whose key was sent and is valid. */
    subject?: string;
    /** The state of the request's `Idempotency-Key`, if it has one. */
    keyed?: KeyedRequest;
    /**
     * The session of the console that came in place of a key, with the project that its page shows. `expiresAt` is known once its
     * caller is.
     */
    console?: { readonly token: string; readonly projectId: string | null; expiresAt?: Date };
    /** The body of an import, which may be in files. */
    importBody?: ImportBody;
  };
}

/** The body of a request that may import a toolkit. */
export interface ImportBody {
  /**
   * If the operation is an import: takes the project's place for imports, and writes the body to disk as it arrives. Called before the body
   * is read.
   *
   * @throws PlatformError `Request_RateLimited`, `Request_BodyTooLarge`, `Toolkit_ImportTooCostly`
   */
  receive(operation: string, projectId: string): Promise<void>;
  /** The file with the text of the document, once the body was received. */
  readonly documentFile: string | undefined;
}

/** The callers that the security hooks answer. */
export interface PlatformPrincipals extends Principals {
  readonly ProjectKey: Caller & { readonly kind: "project" };
  readonly OrganizationKey: Caller & { readonly kind: "organization" };
  readonly ConsoleSession: NewConsoleSession & { readonly caller: Caller };
}

/** All handlers, by the operation names of the document. */
export type PlatformHandlers = Handlers<RequestContext, PlatformPrincipals>;

/** An operation of the document. */
export type OperationName = keyof PlatformHandlers;

/** The handler of an operation. The document determines the types of its input and its responses. */
export type HandlerOf<Name extends OperationName> = PlatformHandlers[Name];
