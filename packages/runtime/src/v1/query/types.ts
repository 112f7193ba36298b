import type { ApiError } from "../client/failures/api-error.ts";
import type { ApiFailure } from "../client/failures/call-errors.ts";
import type { CallInput } from "../client/operation.ts";
import type { CallOptions, Transport } from "../client/transport.ts";

/** An operation of a generated client, as the functions of this folder call it. */
export type CalledOperation = (
  transport: Transport,
  input: CallInput,
  options: CallOptions,
) => Promise<unknown>;

/** The first members of a key: the group of the operation, and its name. */
export type KeyStart = readonly [group: string, operation: string];

/** The argument of the function of a query. TanStack Query passes more. */
export interface QueryContext {
  /** Aborted when nobody waits for the data any more. */
  readonly signal: AbortSignal;
}

/** The data of a query: what its operation returns, with null for an answer without a body. Queries refuse `undefined`. */
export type QueryData<Output> = Output extends undefined ? null : Output;

/** The errors of a query or mutation: those that the document describes, and the other failures of a call. */
export type QueryFailure<Documented> = Documented | Exclude<ApiFailure, ApiError>;

/** The options of the calls behind a query. The query passes its own signal. */
export type QueryCallOptions<Operation> = Operation extends (
  transport: never,
  input: never,
  options?: infer Options,
) => unknown
  ? Omit<NonNullable<Options>, "accept" | "signal">
  : never;

/** The input of a mutation. */
export type MutationVariables<Input> =
  // biome-ignore lint/suspicious/noConfusingVoidType: with void, `mutate()` compiles where no input is needed.
  Record<never, never> extends Input ? Input | undefined | void : Input;

/** The type of a member behind a path of an input, without null. */
export type InputMember<Input, Path extends readonly string[]> = Path extends readonly [
  infer Key,
  ...infer Rest extends readonly string[],
]
  ? Input extends unknown
    ? Key extends keyof NonNullable<Input>
      ? InputMember<NonNullable<Input>[Key], Rest>
      : never
    : never
  : Exclude<Input, null | undefined>;

/** A page of a list whose answers have the URL of the next page in a header: their body, and that URL. */
export interface LinkedPage<Body> {
  readonly body: QueryData<Body>;
  /** Null for the last page. */
  readonly next: string | null;
}

/** An item of a stream. */
export type StreamItem<Output> = Output extends AsyncIterable<infer Item> ? Item : never;
