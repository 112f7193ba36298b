import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Toolkit } from "../../../../../generated/types/index.js";
import { ownToolkitsQuery } from "../../api/importing.ts";
import { toolkitsQuery, toolsQuery } from "../../api/tools.ts";
import { Button } from "../../parts/button.tsx";
import { SearchField } from "../../parts/lists/search-field.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { FailureNotice, Notice } from "../../parts/states.tsx";
import { stripMarkdown } from "../../parts/strip-markdown.ts";
import { ToolkitMark } from "../../parts/toolkit-mark.tsx";
import { ToolRows } from "./tool-rows.tsx";

/** The toolkits of the project, and a search over them and all their tools. */
export function Toolkits() {
  const { search = "" } = useSearch({ from: "/shell/tools" });
  const navigate = useNavigate();
  const toolkits = useInfiniteQuery({
    ...toolkitsQuery(search),
    placeholderData: keepPreviousData,
  });
  const tools = useInfiniteQuery({
    ...toolsQuery(undefined, search),
    enabled: search !== "",
    placeholderData: keepPreviousData,
  });
  const cards = toolkits.data?.pages.flatMap(({ items }) => items) ?? [];
  const rows = search === "" ? [] : (tools.data?.pages[0]?.items ?? []);
  const isSearching = search !== "" && (tools.isPending || tools.isPlaceholderData);
  return (
    <>
      <PageHead title="Tools">
        <SearchField
          value={search}
          label="Search toolkits and tools"
          onSearch={(text) =>
            void navigate({ to: "/tools", search: text ? { search: text } : {}, replace: true })
          }
        />
        <div className="flex items-center gap-4 sm:ml-auto">
          {toolkits.data !== undefined && search === "" && (
            <p className="text-small text-soft max-sm:hidden">
              {count(toolkits.data.pages[0]?.total_items ?? 0, "toolkit")}
            </p>
          )}
          <Link
            to="/tools/import"
            className="inline-flex h-8 items-center rounded-base border bg-raised px-3 font-medium hover:bg-hover"
          >
            Import
          </Link>
        </div>
      </PageHead>
      {toolkits.isPending ? (
        <CardsSkeleton />
      ) : toolkits.isError && cards.length === 0 ? (
        <FailureNotice error={toolkits.error} onRetry={() => void toolkits.refetch()} />
      ) : cards.length === 0 && rows.length === 0 && !isSearching ? (
        <Notice icon="empty" title="No toolkit and no tool matches">
          <p>Say it in other words: what the tool does, or the name of the application.</p>
          <Button onClick={() => void navigate({ to: "/tools" })}>Show all toolkits</Button>
        </Notice>
      ) : (
        <div className="space-y-7 p-5">
          {cards.length > 0 && (
            <Part title="Toolkits" isHidden={search === ""}>
              <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4">
                {cards.map((toolkit) => (
                  <Card key={toolkit.slug} toolkit={toolkit} />
                ))}
              </ul>
              {toolkits.hasNextPage && (
                <div className="flex justify-center pt-4">
                  <Button
                    disabled={toolkits.isFetchingNextPage}
                    onClick={() => void toolkits.fetchNextPage()}
                  >
                    Load more toolkits
                  </Button>
                </div>
              )}
            </Part>
          )}
          {search !== "" &&
            (tools.isError ? (
              <FailureNotice error={tools.error} onRetry={() => void tools.refetch()} />
            ) : (
              (rows.length > 0 || isSearching) && (
                <Part title="Tools" isHidden={false}>
                  <ToolRows tools={rows} isPending={tools.isPending} hasToolkit />
                </Part>
              )
            ))}
        </div>
      )}
    </>
  );
}

function Part({
  title,
  isHidden,
  children,
}: {
  readonly title: string;
  readonly isHidden: boolean;
  readonly children: ReactNode;
}) {
  return (
    <section aria-label={title}>
      <h2 className={isHidden ? "sr-only" : "mb-3 text-large font-medium"}>{title}</h2>
      {children}
    </section>
  );
}

function Card({ toolkit }: { readonly toolkit: Toolkit }) {
  const { slug, name, no_auth, meta } = toolkit;
  const { data: own } = useQuery(ownToolkitsQuery);
  return (
    <li className="relative flex min-w-0 flex-col gap-3 rounded-large border bg-panel p-4 hover:border-strong-line/60 has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <div className="flex items-center gap-3">
        <ToolkitMark name={name} logo={meta.logo} />
        <div className="min-w-0">
          <Link
            to="/tools/$toolkit"
            params={{ toolkit: slug }}
            className="block truncate font-medium outline-none after:absolute after:inset-0"
          >
            {name}
          </Link>
          <code className="block truncate font-mono text-small text-soft">{slug}</code>
        </div>
      </div>
      <p className="line-clamp-2 min-h-10 text-soft wrap-anywhere">
        {stripMarkdown(meta.description)}
      </p>
      <p className="mt-auto flex flex-wrap gap-x-3 text-small text-soft">
        <span>{count(meta.tools_count, "tool")}</span>
        {meta.triggers_count > 0 && <span>{count(meta.triggers_count, "trigger")}</span>}
        {no_auth === true && <span>No account needed</span>}
        {own?.has(slug) === true && <span>Imported</span>}
      </p>
    </li>
  );
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

function CardsSkeleton() {
  return (
    <div
      role="status"
      aria-label="The toolkits are being read"
      className="grid gap-3 p-5 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4"
    >
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all alike
        <div key={index} className="space-y-3 rounded-large border bg-panel p-4">
          <div className="flex items-center gap-3">
            <span className="skeleton size-9" />
            <span className="skeleton h-4 w-32" />
          </div>
          <span className="skeleton block h-10" />
          <span className="skeleton block h-4 w-24" />
        </div>
      ))}
    </div>
  );
}
