import { queryClient } from "./query-client.ts";

/** Milliseconds after which a page asks again while somebody looks at it. */
export const liveMs = 4_000;

/** Pages of a list that are read again by themselves. Each time all of them are, one after another. */
const livePages = 3;

interface ListState {
  readonly state: { readonly data: unknown };
}

/**
 * Keeps a list live while few pages of it show. With more it stays as it is: sixty pages would be sixty requests every few seconds,
 * which count against the limit of the project, and rows would move under the eyes of who reads old ones.
 */
export const liveList = {
  refetchInterval: ({ state }: ListState): number | false => (isLong(state.data) ? false : liveMs),
  staleTime: ({ state }: ListState): number =>
    isLong(state.data) ? Number.POSITIVE_INFINITY : 2_000,
} as const;

/** True for a list that does not stay live, because it has many pages. */
export function isLong(data: unknown): boolean {
  const { pages } = (data ?? {}) as { readonly pages?: readonly unknown[] };
  return (pages?.length ?? 0) > livePages;
}

/** Goes back to the first page of the long list that shows. */
export async function showNewest(): Promise<void> {
  window.scrollTo(0, 0);
  await queryClient.resetQueries({ type: "active", predicate: ({ state }) => isLong(state.data) });
}
