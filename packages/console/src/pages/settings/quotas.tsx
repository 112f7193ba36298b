import { useQuery } from "@tanstack/react-query";
import type { QuotaUsage } from "../../../../../generated/types/index.js";
import { usageQuery } from "../../api/settings.ts";
import { Unread } from "../../parts/states.tsx";

const names: Readonly<Record<string, string>> = {
  file_bytes: "Files",
  toolkit_bytes: "Imported toolkits",
  log_and_event_bytes: "Logs and events",
  executions_at_once: "Executions at once",
  connections: "Connections",
  processor_time_in_a_minute: "Processor time in a minute",
};

/** How much the project uses of what it may. */
export function Quotas() {
  const query = useQuery(usageQuery);
  if (query.data === undefined) {
    return <Unread query={query} label="The quotas are being read" className="skeleton h-40" />;
  }
  return (
    <dl className="divide-y rounded-large border bg-panel">
      {query.data.quotas.map((quota) => (
        <Row key={quota.name} quota={quota} />
      ))}
    </dl>
  );
}

function Row({ quota }: { readonly quota: QuotaUsage }) {
  const { name, used, limit, unit } = quota;
  const part = limit === null || limit === 0 ? 0 : Math.min(used / limit, 1);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
      <dt className="w-48 text-soft">{names[name] ?? name}</dt>
      <dd className="flex min-w-40 flex-1 items-center gap-3">
        <span aria-hidden="true" className="h-1.5 min-w-16 flex-1 rounded-full bg-hover">
          <span
            className={`block h-full rounded-full ${part > 0.9 ? "bg-bad" : "bg-accent"}`}
            style={{ width: `${part * 100}%` }}
          />
        </span>
        <span className="w-44 text-right text-small whitespace-nowrap tabular-nums">
          {format(used, unit)}
          {limit === null ? "" : ` of ${format(limit, unit)}`}
        </span>
      </dd>
    </div>
  );
}

const sizes = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

function format(amount: number, unit: string): string {
  if (unit === "milliseconds") {
    return `${(amount / 1_000).toFixed(1)} s`;
  }
  if (unit !== "bytes") {
    return amount.toLocaleString("en");
  }
  const step = Math.min(Math.floor(Math.log2(Math.max(amount, 1)) / 10), sizes.length - 1);
  const value = amount / 1_024 ** step;
  return `${value.toLocaleString("en", { maximumFractionDigits: 1 })} ${sizes[step]}`;
}
