import {
  type Answer,
  type Call,
  createRouter,
  type Failure,
  InvalidResponseError,
  refuse,
  type Service,
} from "@specwright/runtime/v1/server";
import type { Model, Operation } from "../../document/model/model.ts";
import { planRoutes } from "../../emit/server/routes.ts";
import { describeScheme } from "../../emit/server/security.ts";
import { describeRoutedOperation } from "./describe-routed.ts";
import { createCallValidators } from "./judge-values.ts";

/** What a handler gets from a request. */
export interface HandledInput {
  readonly path: unknown;
  readonly query: unknown;
  readonly header: unknown;
  readonly cookie: unknown;
  readonly querystring: unknown;
  readonly body: unknown;
  readonly principal: unknown;
}

/** An answer of a handler. */
export interface HandlerAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly mediaType?: string;
  readonly body?: unknown;
}

/** The outcome of a call: the handler that got it, or the failure with which the router answered. */
export interface Outcome {
  readonly operation?: string;
  readonly input?: HandledInput;
  readonly failure?: Failure;
  /** What the document does not allow in the handler's answer. */
  readonly refused?: string;
  readonly answer?: Answer;
}

/** A credential that is good. */
export interface GrantedCredential {
  /** How it is sent, as `keyCredential` writes it. The name of its scheme is not sent. */
  readonly key: string;
  readonly scopes: readonly string[];
}

/** How a credential is sent, as one text. */
export function keyCredential({ components }: Model, name: string): string {
  return JSON.stringify(describeScheme(components.securitySchemes.get(name))).toLowerCase();
}

/** The state of one call. The router's hooks and handlers write into it. */
export interface CallState {
  /** The credentials that the request has. */
  readonly granted: readonly GrantedCredential[];
  readonly respond?: HandlerAnswer;
  outcome: { -readonly [Key in keyof Outcome]?: Outcome[Key] };
}

/** The router of a document, which answers at once. */
export type CallRouter = Service<CallState>;

const known = new WeakMap<Model, CallRouter>();

/** The router of every operation of a document. It is made once for each document. */
export function openRouter(model: Model): CallRouter {
  const router =
    known.get(model) ?? routeOperations(model, planRoutes(model.operations).operations);
  known.set(model, router);
  return router;
}

/** The runtime's router of some operations, with the definitions that generated routers have. */
export function routeOperations(model: Model, operations: readonly Operation[]): CallRouter {
  const definitions = operations.map(describeRoutedOperation);
  const schemes = new Set(
    definitions.flatMap(({ security = [] }) => security.flatMap(Object.keys)),
  );
  const createHook =
    (name: string) =>
    (
      _: unknown,
      { scopes, context }: { readonly scopes: readonly string[]; readonly context: CallState },
    ) =>
      context.granted.some(
        (sent) =>
          sent.key === keyCredential(model, name) &&
          scopes.every((scope) => sent.scopes.includes(scope)),
      ) || refuse(403);
  const options = {
    validateResponses: true,
    renderFailure: (failure: Failure, { context }: Call<CallState>) => {
      context.outcome.failure = failure;
      return {};
    },
    onError: (error: unknown, { context }: Call<CallState>) => {
      context.outcome.refused =
        error instanceof InvalidResponseError ? error.message : String(error);
    },
  };
  return createRouter<CallState>(
    {
      operations: definitions,
      securitySchemes: Object.fromEntries(
        [...schemes].map((name) => [
          name,
          describeScheme(model.components.securitySchemes.get(name)),
        ]),
      ),
      validators: Object.fromEntries(
        operations.map((operation) => [operation.name, createCallValidators(operation)]),
      ),
    },
    {
      handlers: Object.fromEntries(
        operations.map(({ name }) => [
          name,
          (input: HandledInput & { readonly context: CallState }) => handle(name, input),
        ]),
      ),
      security: Object.fromEntries([...schemes].map((name) => [name, createHook(name)])),
    },
    options,
  );
}

/** Keeps what a handler gets, and answers as the call asks for. Default: an answer that no document is asked about. */
function handle(name: string, input: HandledInput & { readonly context: CallState }): unknown {
  const { outcome, respond } = input.context;
  outcome.operation = name;
  outcome.input = input;
  return respond ?? new Response(null, { status: 204 });
}
