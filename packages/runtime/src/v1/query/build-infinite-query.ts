import {
  findFirstPosition,
  findNextPosition,
  type PaginationDefinition,
  placePosition,
  withoutKey,
} from "../client/answers/pages.ts";
import type { CallInput } from "../client/operation.ts";
import type { CallOptions, Transport } from "../client/transport.ts";
import { toPlainInput } from "./build-key.ts";
import { toData } from "./build-query.ts";
import type { CalledOperation, KeyStart, QueryContext } from "./types.ts";

/** The options of an infinite query, as TanStack Query takes them. Generated declarations have the exact types. */
export interface BuiltInfiniteQuery {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: QueryContext & { readonly pageParam: unknown }) => Promise<unknown>;
  readonly initialPageParam: unknown;
  readonly getNextPageParam: (page: unknown, pages: unknown, pageParam: unknown) => unknown;
}

/**
 * The options of an infinite query over a list with `x-pagination`. The parameter of a page is its cursor or its number;
 * the first one is that of the input, if it has one. The key ends with `"infinite"`, because the data has another form
 * than that of the query for one page.
 */
export function buildInfiniteQuery(
  start: KeyStart,
  operation: CalledOperation,
  definition: PaginationDefinition,
  transport: Transport,
  input: CallInput = {},
  options: CallOptions = {},
): BuiltInfiniteQuery {
  const first = findFirstPosition(input, definition);
  return {
    queryKey: [...start, toPlainInput(input), "infinite"],
    queryFn: async ({ pageParam, signal }) => {
      const rest = pageParam === first ? input : withoutKey(input, definition);
      const asked = placePosition(rest, definition, pageParam);
      const page = await operation(transport, asked, { ...options, signal });
      // A page without its list fails here, where the query reports it, and not while a component is rendered.
      findNextPosition(page, definition, pageParam);
      return toData(page);
    },
    initialPageParam: first,
    getNextPageParam: (page, _, pageParam) => {
      const next = findNextPosition(page, definition, pageParam);
      // A list that repeats its cursor would never end.
      return next === pageParam ? undefined : next;
    },
  };
}
