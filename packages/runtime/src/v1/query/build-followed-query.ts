import {
  type FollowableOperation,
  findNextUrl,
  withUrl,
} from "../client/answers/followed-pages.ts";
import {
  findNextValue,
  type PaginationDefinition,
  readPageItems,
  withoutKey,
} from "../client/answers/pages.ts";
import type { CallInput } from "../client/operation.ts";
import type { CallOptions, Transport } from "../client/transport.ts";
import type { BuiltInfiniteQuery } from "./build-infinite-query.ts";
import { toPlainInput } from "./build-key.ts";
import { toData } from "./build-query.ts";
import type { KeyStart, LinkedPage } from "./types.ts";

/**
 * The options of an infinite query over a list whose answers have the URL of the next page. The parameter of a page is
 * that URL. When it is in the `Link` header, the data of a page is a `LinkedPage`, because data has no headers.
 */
export function buildFollowedQuery(
  start: KeyStart,
  operation: FollowableOperation,
  definition: PaginationDefinition,
  transport: Transport,
  input: CallInput = {},
  options: CallOptions = {},
): BuiltInfiniteQuery {
  return {
    queryKey: [...start, toPlainInput(input), "infinite"],
    queryFn: async ({ pageParam, signal }) => {
      const rest = pageParam === undefined ? input : withoutKey(input, definition);
      // `getNextPageParam` returned it.
      const sent = withUrl({ ...options, signal }, pageParam as string | undefined);
      const answer = await operation(transport, rest, sent).withResponse();
      // A page without its list fails here, where the query reports it, and not while a component is rendered.
      readPageItems(answer.body, definition);
      const body = toData(answer.body);
      return definition.next ? body : { body, next: findNextUrl(answer, definition) ?? null };
    },
    initialPageParam: undefined,
    getNextPageParam: (page, _, pageParam) => {
      const next = definition.next
        ? findNextValue(page, definition)
        : ((page as LinkedPage<unknown>).next ?? undefined); // Made above.
      // A list that repeats its URL would never end.
      return next === pageParam ? undefined : next;
    },
  };
}
