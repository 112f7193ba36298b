import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { ownToolkitsQuery } from "../../api/importing.ts";
import { toolkitQuery, toolsQuery } from "../../api/tools.ts";
import { Button } from "../../parts/button.tsx";
import { SearchField } from "../../parts/lists/search-field.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { FailureNotice, Notice } from "../../parts/states.tsx";
import { stripMarkdown } from "../../parts/strip-markdown.ts";
import { WayBack } from "../../parts/way-back.tsx";
import { DeleteToolkitButton } from "./delete-toolkit-button.tsx";
import { ToolRows } from "./tool-rows.tsx";

/** One toolkit: what it is, and its tools. */
export function ToolkitPage() {
  const { toolkit: slug } = useParams({ from: "/shell/tools/$toolkit" });
  const { search = "" } = useSearch({ from: "/shell/tools/$toolkit" });
  const navigate = useNavigate();
  const toolkit = useQuery(toolkitQuery(slug));
  const tools = useInfiniteQuery({
    ...toolsQuery(slug, search),
    placeholderData: keepPreviousData,
  });
  const rows = tools.data?.pages.flatMap(({ items }) => items) ?? [];
  const { data } = toolkit;
  const { data: own } = useQuery(ownToolkitsQuery);
  return (
    <>
      <WayBack>
        <Link to="/tools">← Tools</Link>
      </WayBack>
      <PageHead title={data?.name ?? slug}>
        <code className="font-mono text-small text-soft">{slug}</code>
        <SearchField
          value={search}
          label={`Search the tools of ${data?.name ?? slug}`}
          onSearch={(text) =>
            void navigate({
              to: "/tools/$toolkit",
              params: { toolkit: slug },
              search: text ? { search: text } : {},
              replace: true,
            })
          }
        />
        <div className="flex gap-2 empty:hidden sm:ml-auto">
          {data !== undefined && data.auth_config_details.length > 0 && (
            <Link
              to="/accounts/connect/$toolkit"
              params={{ toolkit: slug }}
              className="inline-flex h-8 items-center rounded-base border bg-raised px-3 font-medium hover:bg-hover"
            >
              Connect an account
            </Link>
          )}
          {data !== undefined && own?.has(slug) === true && (
            <DeleteToolkitButton slug={slug} name={data.name} />
          )}
        </div>
      </PageHead>
      {toolkit.isError && data === undefined ? (
        <FailureNotice error={toolkit.error} onRetry={() => void toolkit.refetch()} />
      ) : (
        <div className="space-y-5 p-5">
          {data !== undefined && (
            <div className="max-w-3xl space-y-2">
              <p className="wrap-anywhere whitespace-pre-line">
                {stripMarkdown(data.meta.description)}
              </p>
              <p className="flex flex-wrap gap-x-4 gap-y-1 text-small text-soft">
                <span>
                  Version <code className="font-mono">{data.meta.version}</code>
                </span>
                <span>{describeAuth(data.auth_schemes ?? [])}</span>
                <span className="wrap-anywhere">
                  Calls <code className="font-mono">{data.base_url}</code>
                </span>
              </p>
            </div>
          )}
          {tools.isError && rows.length === 0 ? (
            <FailureNotice error={tools.error} onRetry={() => void tools.refetch()} />
          ) : rows.length === 0 && !tools.isPending ? (
            <Notice icon="empty" title="No tool matches">
              <p>Say in other words what the tool does.</p>
            </Notice>
          ) : (
            <ToolRows tools={rows} isPending={tools.isPending} />
          )}
          {tools.hasNextPage && (
            <div className="flex justify-center">
              <Button
                disabled={tools.isFetchingNextPage}
                onClick={() => void tools.fetchNextPage()}
              >
                {tools.isFetchingNextPage ? "Loading…" : "Load more tools"}
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  );
}

function describeAuth(schemes: readonly string[]): string {
  return schemes.length === 0 ? "Needs no account" : `Connects with ${schemes.join(", ")}`;
}
