import { MutationCache, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { isSessionOutdated, isSessionOver } from "./failure.ts";

/** Asks who is signed in, when a call was refused because that has changed. */
function askAgain(error: unknown): void {
  if (isSessionOver(error) || isSessionOutdated(error)) {
    void queryClient.invalidateQueries({ queryKey: ["session"] });
  }
}

/** What the pages have read. A session that ended is found by the first call that is refused. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (queryKey[0] !== "session") {
        askAgain(error);
      }
    },
  }),
  mutationCache: new MutationCache({ onError: askAgain }),
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      // The client repeats calls by itself, where that is safe.
      retry: false,
      // A page that is offline shows so, and does not wait silently.
      networkMode: "always",
    },
  },
});

/**
 * Leaves the page of something that was deleted. What was read of its kind is forgotten wherever no page shows it: the list would show
 * it for a moment more, and its own page would be asked for again.
 */
export async function leaveDeleted(queryKey: QueryKey, leave: () => Promise<void>): Promise<void> {
  queryClient.removeQueries({ queryKey, type: "inactive" });
  await leave();
  queryClient.removeQueries({ queryKey, type: "inactive" });
  await queryClient.invalidateQueries({ queryKey });
}
