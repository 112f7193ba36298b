import type { QueryContext } from "./types.ts";

/** An infinite query as generated code has it. */
export interface SwrInfiniteQuery<Page, Position> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: QueryContext & { readonly pageParam: Position }) => Promise<Page>;
  readonly initialPageParam: Position;
  readonly getNextPageParam: (
    page: Page,
    pages: Page[],
    position: Position,
  ) => Position | undefined;
}

/**
 * The arguments of `useSWRInfinite` for an infinite query. A key ends with the cursor or the number of its page.
 *
 * @example
 * ```ts
 * import { toSwrInfinite } from "@specwright/runtime/v1/query";
 *
 * const query = {
 *   queryKey: ["notes", "listNotes", {}, "infinite"],
 *   queryFn: async ({ pageParam }: { pageParam: number }) => [`note ${pageParam}`],
 *   initialPageParam: 1,
 *   getNextPageParam: (_page: string[], _pages: string[][], number: number) => number + 1,
 * };
 * // In a component: `const { data, setSize } = useSWRInfinite(...toSwrInfinite(listNotesInfiniteQuery(transport)));`
 * const [getKey, fetcher] = toSwrInfinite(query);
 * const key = getKey(1, ["note 1"]);
 * key?.at(-1); // => 2
 * await fetcher(key ?? []); // => ["note 2"]
 * ```
 */
export function toSwrInfinite<Page, Position>({
  queryKey,
  queryFn,
  initialPageParam,
  getNextPageParam,
}: SwrInfiniteQuery<Page, Position>): [
  getKey: (index: number, previous: Page | null) => readonly unknown[] | null,
  fetcher: (key: readonly unknown[]) => Promise<Page>,
] {
  const positions: (Position | undefined)[] = [initialPageParam];
  const findPosition = (index: number, previous: Page | null): Position | undefined => {
    if (previous === null) {
      return initialPageParam;
    }
    // SWR asks for the keys in their order. The position of a list with cursors is not needed.
    const last = positions[index - 1] ?? countTo(initialPageParam, index - 1);
    return getNextPageParam(previous, [], last as Position);
  };
  return [
    (index, previous) => {
      const position = findPosition(index, previous);
      positions[index] = position;
      return position === undefined && previous !== null ? null : [...queryKey, position];
    },
    (key) => {
      // The function above put it there.
      const pageParam = key.at(-1) as Position;
      return queryFn({ signal: new AbortController().signal, pageParam });
    },
  ];
}

/** The number of a page whose predecessors were not asked for. */
function countTo(first: unknown, index: number): unknown {
  return typeof first === "number" ? first + index : undefined;
}
