import type { CallInput } from "../client/operation.ts";
import type { CallOptions, Transport } from "../client/transport.ts";
import { toPlainInput } from "./build-key.ts";
import type { BuiltQuery } from "./build-query.ts";
import type { CalledOperation, KeyStart, QueryContext } from "./types.ts";

/** `experimental_streamedQuery` of TanStack Query, as far as it is used here. */
type StreamedQuery = (options: {
  readonly streamFn: (context: QueryContext) => unknown;
}) => BuiltQuery["queryFn"];

/**
 * The options of a query whose data is the list of the items of a stream so far.
 *
 * @param streamedQuery TanStack's function. Generated code passes it, so that this package does not depend on TanStack.
 */
export function buildStreamedQuery(
  start: KeyStart,
  operation: CalledOperation,
  streamedQuery: StreamedQuery,
  transport: Transport,
  input: CallInput = {},
  options: CallOptions = {},
): BuiltQuery {
  return {
    queryKey: [...start, toPlainInput(input)],
    queryFn: streamedQuery({
      streamFn: ({ signal }) => operation(transport, input, { ...options, signal }),
    }),
  };
}
