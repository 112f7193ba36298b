import type { QueryContext } from "./types.ts";

/** A query as generated code has it. */
export interface SwrQuery<Data> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: QueryContext) => Promise<Data>;
}

/**
 * The arguments of `useSWR` for a query: its key and its function. SWR does not cancel requests, and does not know the
 * type of errors: `isApiError<GetNoteError>(error)` does.
 *
 * @example
 * ```ts
 * import { toSwr } from "@specwright/runtime/v1/query";
 *
 * const query = { queryKey: ["notes", "getNote", { note_id: "n1" }], queryFn: async () => "Milk" };
 * // In a component: `const { data, error } = useSWR(...toSwr(getNoteQuery(transport, { note_id })));`
 * const [key, fetcher] = toSwr(query);
 * await fetcher(); // => "Milk"
 * key; // => ["notes", "getNote", { note_id: "n1" }]
 * ```
 */
export function toSwr<Data>({
  queryKey,
  queryFn,
}: SwrQuery<Data>): [key: readonly unknown[], fetcher: () => Promise<Data>] {
  return [queryKey, () => queryFn({ signal: new AbortController().signal })];
}
