import type { CallInput } from "../client/operation.ts";
import type { CallOptions, Transport } from "../client/transport.ts";
import { toPlainInput } from "./build-key.ts";
import type { CalledOperation, KeyStart, QueryContext } from "./types.ts";

/** A key and a function, as TanStack Query takes them. Generated declarations have the exact types. */
export interface BuiltQuery {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: QueryContext) => Promise<unknown>;
}

/**
 * The options of a query that calls an operation. Its key is the group, the operation and the input: `["pets", "getPet",
 * { petId: 1 }]`. A media type that the caller chose comes last, because the data depends on it.
 */
export function buildQuery(
  start: KeyStart,
  operation: CalledOperation,
  transport: Transport,
  input: CallInput = {},
  options: CallOptions = {},
): BuiltQuery {
  const { accept } = options;
  return {
    queryKey: [...start, toPlainInput(input), ...(accept === undefined ? [] : [{ accept }])],
    queryFn: async ({ signal }) =>
      toData(await operation(transport, input, { ...options, signal })),
  };
}

/** Queries take `undefined` for a mistake, so an answer without a body is null. */
export function toData(output: unknown): unknown {
  return output === undefined ? null : output;
}
