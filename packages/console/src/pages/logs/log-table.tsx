import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { ToolExecutionLog } from "../../../../../generated/types/index.js";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { formatDuration, Time } from "../../parts/time.tsx";

const head = "border-b px-3 py-2 text-left text-tiny font-medium text-soft first:pl-5 last:pr-5";
const cell = "px-3 py-2 first:pl-5 last:pr-5";

/** Executions as rows. Rows that arrive while somebody looks show it for a moment. */
export function LogTable({ rows }: { readonly rows: readonly ToolExecutionLog[] }) {
  const seen = useRef<ReadonlySet<string>>(undefined);
  const before = seen.current;
  useEffect(() => {
    seen.current = new Set(rows.map(({ id }) => id));
  }, [rows]);
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">Executions, the newest first</caption>
      <thead className="max-md:sr-only">
        <tr>
          {["Status", "Tool", "User", "Account", "Duration", "Time"].map((name) => (
            <th key={name} scope="col" className={head}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((log) => (
          <tr
            key={log.id}
            className={`relative border-b hover:bg-hover max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-3 max-md:px-5 max-md:py-2.5 max-md:[&>td]:p-0 ${before !== undefined && !before.has(log.id) ? "arrived" : ""}`}
          >
            <td className={`${cell} max-md:order-2 max-md:text-right md:w-32`}>
              <StatusBadge log={log} />
            </td>
            <td className={`${cell} max-w-0 md:w-2/5 max-md:max-w-full max-md:min-w-0`}>
              <Link
                to="/logs/$id"
                params={{ id: log.id }}
                className="block truncate font-mono text-small font-medium after:absolute after:inset-0"
              >
                {log.tool_slug}
              </Link>
              {log.error !== null && (
                <span className="block truncate text-small text-soft">{log.error}</span>
              )}
            </td>
            <td
              className={`${cell} max-w-40 truncate max-md:order-3 max-md:text-small max-md:text-soft`}
            >
              {log.user_id ?? <Nothing />}
            </td>
            <td className={`${cell} max-w-40 truncate font-mono text-small max-md:hidden`}>
              {log.connected_account_id ?? <Nothing />}
            </td>
            <td className={`${cell} text-small whitespace-nowrap tabular-nums max-md:hidden`}>
              {log.status === "completed" ? formatDuration(log.duration_ms) : <Nothing />}
            </td>
            <td className={`${cell} text-small text-soft max-md:order-4 max-md:text-right`}>
              <Time at={log.created_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Nothing() {
  return (
    <span className="text-faint">
      <span aria-hidden="true">–</span>
      <span className="sr-only">none</span>
    </span>
  );
}

/** The shape of the list while it is read. */
export function LogTableSkeleton() {
  return (
    <div role="status" aria-label="The executions are being read">
      {Array.from({ length: 9 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={index} className="flex items-center gap-6 border-b px-5 py-3">
          <span className="skeleton h-4 w-20" />
          <span className="skeleton h-4 w-56 max-w-full" />
          <span className="skeleton ml-auto hidden h-4 w-24 md:block" />
        </div>
      ))}
    </div>
  );
}
