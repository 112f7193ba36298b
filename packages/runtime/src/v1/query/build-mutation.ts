import type { CallInput } from "../client/operation.ts";
import type { CallOptions, Transport } from "../client/transport.ts";
import type { CalledOperation, KeyStart } from "./types.ts";

/** The options of a mutation, as TanStack Query takes them. Generated declarations have the exact types. */
export interface BuiltMutation {
  readonly mutationKey: readonly unknown[];
  readonly mutationFn: (input: CallInput | undefined) => Promise<unknown>;
}

/** The options of a mutation that calls an operation. Its variables are the input of the operation. */
export function buildMutation(
  start: KeyStart,
  operation: CalledOperation,
  transport: Transport,
  options: CallOptions = {},
): BuiltMutation {
  return {
    mutationKey: start,
    mutationFn: (input = {}) => operation(transport, input, options),
  };
}
