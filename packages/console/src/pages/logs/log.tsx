import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ToolExecutionLog } from "../../../../../generated/types/index.js";
import { type LogSearch, logQuery } from "../../api/logs.ts";
import { CopyableId } from "../../parts/copy-button.tsx";
import { Fact } from "../../parts/fact.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { FailureNotice, Notice } from "../../parts/states.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { formatDuration, Time } from "../../parts/time.tsx";

const sources = {
  api: "API",
  mcp: "MCP server",
  tool_router: "Tool router session",
  trigger: "Trigger",
} as const;

/** One execution: what was asked, what the application answered, for whom, and how long it took. */
export function Log() {
  const { id } = useParams({ from: "/shell/logs/$id" });
  const query = useQuery(logQuery(id));
  const { data: log } = query;
  return (
    <>
      <nav aria-label="Way back" className="px-5 pt-3 text-small">
        <Link to="/logs" className="text-soft hover:text-text">
          ← Logs
        </Link>
      </nav>
      <PageHead title={log?.tool_slug ?? "Execution"}>
        {log != null && <StatusBadge log={log} />}
        <CopyableId id={id} name="id of the execution" />
      </PageHead>
      {query.isPending ? (
        <div role="status" aria-label="The execution is being read" className="space-y-3 p-5">
          <div className="skeleton h-24" />
          <div className="skeleton h-56" />
        </div>
      ) : log != null ? (
        <Details log={log} />
      ) : query.isError ? (
        <FailureNotice error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Notice icon="empty" title="The project has no execution with this id">
          <p>Logs are kept for 30 days. It may also be of another project.</p>
        </Notice>
      )}
    </>
  );
}

function Details({ log }: { readonly log: ToolExecutionLog }) {
  return (
    <div className="grid gap-x-8 gap-y-6 p-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0 space-y-6">
        {log.error !== null && (
          <p className="rounded-base border border-bad/30 bg-bad-tint px-4 py-3 text-bad">
            <strong className="font-medium">
              {log.status_code === null ? "No answer" : `Answer ${log.status_code}`}:
            </strong>{" "}
            <span className="wrap-anywhere">{log.error}</span>
          </p>
        )}
        <Body title="Arguments" log={log} of="arguments" />
        <Body title="Answer" log={log} of="data" />
      </div>
      <Facts log={log} />
    </div>
  );
}

function Body({
  title,
  log,
  of,
}: {
  readonly title: string;
  readonly log: ToolExecutionLog;
  readonly of: "arguments" | "data";
}) {
  const value = log[of];
  return (
    <div className="space-y-2">
      <h2 className="text-large font-medium">{title}</h2>
      {value === null ? (
        <p className="text-soft">
          {of === "data" && log.status !== "completed"
            ? "The application has not answered yet."
            : "There is nothing to show. The project may be set to not store data of executions."}
        </p>
      ) : (
        <JsonView value={value} name={title} />
      )}
      {log.truncated.includes(of) && (
        <p className="text-small text-wait">It is longer than 64 KiB. This is its beginning.</p>
      )}
    </div>
  );
}

function Facts({ log }: { readonly log: ToolExecutionLog }) {
  const { created_at, duration_ms, status, status_code } = log;
  return (
    <dl className="h-fit divide-y rounded-large border bg-panel">
      <Fact name="Began">
        <Time at={created_at} isLong />
      </Fact>
      <Fact name="Took">{status === "completed" ? formatDuration(duration_ms) : "–"}</Fact>
      <Fact name="HTTP status">{status_code ?? "–"}</Fact>
      <Fact name="Started by">{sources[log.source]}</Fact>
      <Fact name="Tool">
        <Link
          to="/tools/$toolkit/$tool"
          params={{ toolkit: log.toolkit_slug, tool: log.tool_slug }}
          className="font-mono text-small underline decoration-line underline-offset-3 hover:decoration-current"
        >
          {log.tool_slug}
        </Link>
      </Fact>
      <Fact name="Toolkit">
        <FilterLink search={{ toolkit: log.toolkit_slug }}>{log.toolkit_slug}</FilterLink>
      </Fact>
      <Fact name="Version">
        <code className="font-mono text-small">{log.version}</code>
      </Fact>
      <Fact name="User">
        {log.user_id === null ? (
          "–"
        ) : (
          <FilterLink search={{ user: log.user_id }}>{log.user_id}</FilterLink>
        )}
      </Fact>
      <Fact name="Account">
        {log.connected_account_id === null ? (
          "–"
        ) : (
          <FilterLink search={{ account: log.connected_account_id }}>
            <code className="font-mono text-small">{log.connected_account_id}</code>
          </FilterLink>
        )}
      </Fact>
      <Fact name="Request">
        <CopyableId id={log.request_id} name="request id" />
      </Fact>
    </dl>
  );
}

/** The executions with the same value. */
function FilterLink({
  search,
  children,
}: {
  readonly search: LogSearch;
  readonly children: ReactNode;
}) {
  return (
    <Link
      to="/logs"
      search={search}
      className="underline decoration-line underline-offset-3 hover:decoration-current"
    >
      {children}
    </Link>
  );
}
