import type { Failure } from "@specwright/runtime/v1/server";
import { isEqual } from "@specwright/runtime/v1/values";
import { showValue } from "../../compare/compare/comparison.ts";
import type { Model, Operation } from "../../document/model/model.ts";
import {
  type CallRouter,
  type HandledInput,
  type Outcome,
  openRouter,
  routeOperations,
} from "./open-router.ts";
import { sendCall, writeCall } from "./send-call.ts";
import { type PlannedCall, writeClientCall } from "./write-client-call.ts";

/** An operation of a document. */
export interface Side {
  readonly model: Model;
  /** Absent in a document that does not have it. */
  readonly operation?: Operation | undefined;
}

/** A side that has the operation. */
export interface ClientSide extends Side {
  readonly operation: Operation;
}

/** The document that writes a request, and the one that reads it. */
export interface CallSides {
  readonly client: ClientSide;
  readonly router: Side;
  /** True for requests that the service sends: webhooks and callbacks. Each has an address of its own. */
  readonly isReversed: boolean;
}

/** A part of a request that handlers read. */
export interface ReadPart {
  readonly name: string;
  readonly fromClient: (input: HandledInput) => unknown;
  readonly fromRouter: (input: HandledInput) => unknown;
  /** The value that was sent. Undefined where only the presence of the part counts. */
  readonly sent?: unknown;
  /** Says what was read. Default: the value. */
  readonly describe?: (read: unknown) => string;
}

/** A request that may show what a change breaks. */
export interface Probe {
  readonly plan: PlannedCall;
  /**
   * The client's side with nothing of the router's but the change. A difference between the documents counts only when
   * the change alone makes one, too.
   */
  readonly changed?: ClientSide;
  readonly part?: ReadPart;
  /** The same values for the operation of `changed`, where it matters that they are written in another way. */
  readonly rewritten?: PlannedCall;
}

/** A request with what both documents make of it. */
export interface Difference {
  readonly request: string;
  readonly client: string;
  readonly router: string;
}

/** Sends the request of a probe to the routers of both documents. Undefined when they do the same. */
export function judgeProbe(
  { plan, changed, part }: Probe,
  { client, router, isReversed }: CallSides,
): Difference | undefined {
  const sent = writeClientCall(client.model, client.operation, plan);
  if (sent === undefined) {
    return undefined;
  }
  const open = ({ model, operation }: Side): CallRouter =>
    !isReversed
      ? openRouter(model)
      : routeOperations(model, operation === undefined ? [] : [operation]);
  const own = sendCall(open(client), sent);
  if (
    own.operation !== client.operation.name ||
    own.input === undefined ||
    (part?.sent !== undefined && !isEqual(part.fromClient(own.input), part.sent))
  ) {
    return undefined;
  }
  const expected = part?.fromClient(own.input);
  const differs = (outcome: Outcome, name: string | undefined): boolean =>
    outcome.operation !== name ||
    outcome.input === undefined ||
    (part !== undefined && !isEqual(part.fromRouter(outcome.input), expected));
  const request = writeCall(sent.request);
  const accepted = part === undefined ? "accepted" : describePart(part, expected);
  const other = sendCall(open(router), sent);
  if (!differs(other, router.operation?.name) || other.answer === undefined) {
    return undefined;
  }
  if (changed === undefined) {
    const outcome = describeOutcome(other, part, router.operation?.name);
    return { request, client: accepted, router: outcome };
  }
  // What this change does is shown, and not what others do as well, such as another key.
  const { name } = changed.operation;
  const alone = sendCall(routeOperations(changed.model, [changed.operation]), sent);
  return differs(alone, name)
    ? { request, client: accepted, router: describeOutcome(alone, part, name) }
    : undefined;
}

function describeOutcome(
  { failure, operation, input, refused }: Outcome,
  part: ReadPart | undefined,
  expected: string | undefined,
): string {
  if (failure !== undefined) {
    return describeFailure(failure);
  }
  return operation === expected && input !== undefined && part !== undefined
    ? describePart(part, part.fromRouter(input))
    : (refused ?? `answered by the operation ${operation}`);
}

function describePart({ name, describe }: ReadPart, value: unknown): string {
  if (describe !== undefined) {
    return describe(value);
  }
  return value === undefined ? `${name} is not read` : `${name} is ${showValue(value)}`;
}

/** The answer of a router to a request that no handler gets, such as `refused with 400: query.a: required`. */
export function describeFailure(failure: Failure): string {
  switch (failure.kind) {
    case "not-found":
    case "method-not-allowed":
      return `answered with ${failure.status}`;
    case "invalid-request":
      return `refused with 400: ${failure.errors.join("; ")}`;
    default:
      return `refused with ${failure.status}`;
  }
}

/**
 * Shows that the documents write the same values in different bytes, for requests of which our router understands both
 * forms. Undefined when the bytes are the same.
 */
export function compareBytes(
  { plan, changed, part, rewritten }: Probe,
  { client }: CallSides,
): Difference | undefined {
  const sent = writeClientCall(client.model, client.operation, plan);
  const other = changed && rewritten && writeClientCall(client.model, changed.operation, rewritten);
  if (sent === undefined || other === undefined || part?.sent === undefined) {
    return undefined;
  }
  const [request, instead] = [writeCall(sent.request), writeCall(other.request)];
  const known = new Set(request.split("\n"));
  const line = instead.split("\n").find((each) => !known.has(each));
  return line === undefined
    ? undefined
    : {
        request,
        client: describePart(part, part.sent),
        router: `this value is written as ${line}`,
      };
}
