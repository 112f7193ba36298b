import { isLong, showNewest } from "../../api/live-list.ts";
import { Button } from "../button.tsx";

/** What `MoreRows` needs of an infinite query. */
export interface MoreQuery {
  readonly data?: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
}

/** What is below the rows: a button for more of them, and a way back where they are so many that the list is not live. */
export function MoreRows({ query, text }: { readonly query: MoreQuery; readonly text: string }) {
  const isPaused = isLong(query.data);
  if (!query.hasNextPage && !isPaused) {
    return null;
  }
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 p-4">
      {query.hasNextPage && (
        <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {query.isFetchingNextPage ? "Loading…" : text}
        </Button>
      )}
      {isPaused && (
        <>
          <p className="text-small text-soft">A list of so many rows is not live.</p>
          <Button onClick={() => void showNewest()}>Show the newest</Button>
        </>
      )}
    </div>
  );
}
