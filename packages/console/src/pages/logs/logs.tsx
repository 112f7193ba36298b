import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import type { ToolExecutionLog } from "../../../../../generated/types/index.js";
import { isLong, liveMs, showNewest } from "../../api/live-list.ts";
import { logsQuery } from "../../api/logs.ts";
import { Button } from "../../parts/button.tsx";
import { MoreRows } from "../../parts/lists/more-rows.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { FailureNotice, Notice } from "../../parts/states.tsx";
import { Filters } from "./filters.tsx";
import { LogTable, LogTableSkeleton } from "./log-table.tsx";

/** The executions of the project, live, with filters that are in the address. */
export function Logs() {
  const search = useSearch({ from: "/shell/logs" });
  const query = useInfiniteQuery({ ...logsQuery(search), placeholderData: keepPreviousData });
  const rows = query.data?.pages.flatMap(({ logs }) => logs) ?? [];
  const isPaused = isLong(query.data);
  const isFull = query.hasNextPage && rows.length >= mostRows;
  const isFiltered = Object.keys(search).length > 0;
  return (
    <>
      <PageHead title="Logs">
        <p className="flex items-center gap-1.5 text-small text-soft">
          <span
            aria-hidden="true"
            className={`size-1.5 rounded-full ${query.isError || isPaused ? "bg-wait" : "bg-good"}`}
          />
          {query.isError
            ? "Not up to date"
            : isPaused
              ? "Not live, because so many rows show"
              : `Live, every ${liveMs / 1_000} s`}
        </p>
        {isPaused && <Button onClick={() => void showNewest()}>Show the newest</Button>}
      </PageHead>
      <Filters search={search} />
      {query.isPending ? (
        <LogTableSkeleton />
      ) : query.isError && rows.length === 0 ? (
        <FailureNotice error={query.error} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <NoLogs isFiltered={isFiltered} />
      ) : (
        <>
          <LogTable rows={rows} />
          {isFull ? (
            <p className="p-4 text-center">
              <Link
                to="/logs"
                search={{ ...search, until: findEnd(rows) }}
                className="text-accent underline underline-offset-2"
              >
                Show the executions before these
              </Link>
            </p>
          ) : (
            <MoreRows query={query} text="Load older executions" />
          )}
          {!query.hasNextPage && (
            <p className="p-4 text-center text-small text-faint">
              {rows.length === 1 ? "1 execution" : `${rows.length} executions`}. Logs are kept for
              30 days.
            </p>
          )}
        </>
      )}
    </>
  );
}

/** More rows make a page slow. The next ones are a list of their own, at an address of its own. */
const mostRows = 1_000;

/** A time after the last row, which that row is before. */
function findEnd(rows: readonly ToolExecutionLog[]): string {
  return new Date(Date.parse(rows.at(-1)?.created_at ?? "") + 1).toISOString();
}

function NoLogs({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Notice icon="empty" title="No execution matches these filters">
      <p>Names are compared as they are written. Take a filter away to see more.</p>
    </Notice>
  ) : (
    <Notice icon="empty" title="Nothing was executed yet">
      <p>
        Executions show here as soon as a tool runs, whatever started it: the API, an MCP client, or
        a trigger.
      </p>
      <a href="/docs/#tag/tools" className="text-accent underline underline-offset-2">
        How to execute a tool
      </a>
    </Notice>
  );
}
