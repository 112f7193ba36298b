import type { ReactNode } from "react";
import { FailureNotice } from "../states.tsx";
import { type MoreQuery, MoreRows } from "./more-rows.tsx";

/** What a list needs of an infinite query. */
interface ListQuery extends MoreQuery {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  refetch(): unknown;
}

/** A list in its states: being read, refused, empty, and with rows. Rows that were read stay while the service is not reached. */
export function ListPage<Item>({
  query,
  items,
  name,
  empty,
  children,
}: {
  readonly query: ListQuery;
  readonly items: readonly Item[];
  /** What the items are, in the plural. */
  readonly name: string;
  readonly empty: ReactNode;
  readonly children: (item: Item) => ReactNode;
}) {
  if (query.isPending) {
    return <RowsSkeleton name={name} />;
  }
  if (items.length === 0) {
    return query.isError ? (
      <FailureNotice error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      empty
    );
  }
  return (
    <>
      <ul>{items.map(children)}</ul>
      <MoreRows query={query} text={`Load more ${name}`} />
    </>
  );
}

function RowsSkeleton({ name }: { readonly name: string }) {
  return (
    <div role="status" aria-label={`The ${name} are being read`}>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={index} className="flex items-center gap-6 border-b px-5 py-4">
          <span className="skeleton h-4 w-20" />
          <span className="skeleton h-4 w-56 max-w-full" />
        </div>
      ))}
    </div>
  );
}
