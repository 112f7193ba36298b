import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useMemo } from "react";
import type { ProjectActivity } from "../../../../../generated/types/index.js";
import { formatDuration, Time } from "../../parts/time.tsx";
import { TimePlot } from "./time-plot.tsx";

/** What happened in a period: the sums, and a plot of each. */
export function Activity({ activity }: { readonly activity: ProjectActivity }) {
  const { total, buckets, since, bucket_seconds, executions_since, deliveries_since } = activity;
  const times = useMemo(() => {
    const begin = new Date(since).getTime() / 1000;
    return Array.from({ length: buckets.length }, (_, index) => begin + index * bucket_seconds);
  }, [since, bucket_seconds, buckets.length]);
  const values = useMemo(
    () => ({
      executions: [
        { name: "All", values: buckets.map((each) => each.executions), colour: "text-plot" },
        { name: "Errors", values: buckets.map((each) => each.errors), colour: "text-bad" },
      ],
      durations: [
        { name: "Median", values: buckets.map((each) => each.p50_ms), colour: "text-plot" },
        { name: "99 of 100", values: buckets.map((each) => each.p99_ms), colour: "text-wait" },
      ],
      deliveries: [
        { name: "All", values: buckets.map((each) => each.deliveries), colour: "text-plot" },
        {
          name: "Given up",
          values: buckets.map((each) => each.failed_deliveries),
          colour: "text-bad",
        },
      ],
    }),
    [buckets],
  );
  const share = total.executions === 0 ? 0 : total.errors / total.executions;
  return (
    <div className="min-w-0 space-y-6">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-large border bg-line lg:grid-cols-5">
        <Figure name="Executions">
          <Link to="/logs" className="hover:underline">
            {formatCount(total.executions)}
          </Link>
        </Figure>
        <Figure name="Errors" isBad={total.errors > 0}>
          <Link to="/logs" search={{ result: "failed" }} className="hover:underline">
            {formatCount(total.errors)}
          </Link>
          {total.errors > 0 && <small>{percent.format(share)}</small>}
        </Figure>
        <Figure name="Median">{formatMs(total.p50_ms)}</Figure>
        <Figure name="99 of 100">{formatMs(total.p99_ms)}</Figure>
        <Figure name="Deliveries" isBad={total.failed_deliveries > 0}>
          <Link to="/webhooks" className="hover:underline">
            {formatCount(total.deliveries)}
          </Link>
          {total.failed_deliveries > 0 && (
            <small>{formatCount(total.failed_deliveries)} given up</small>
          )}
        </Figure>
      </dl>
      <Part title="Executions" since={since} from={executions_since}>
        <TimePlot
          kind="bars"
          times={times}
          series={values.executions}
          summary={`${total.executions} executions, of which ${total.errors} failed`}
          format={formatCount}
        />
      </Part>
      <div className="grid gap-6 lg:grid-cols-2">
        <Part title="Duration of executions" since={since} from={executions_since}>
          <TimePlot
            kind="lines"
            times={times}
            series={values.durations}
            summary={`Half of the executions took ${formatMs(total.p50_ms)}, and 99 of 100 no longer than ${formatMs(total.p99_ms)}`}
            format={formatDuration}
          />
        </Part>
        <Part title="Deliveries of webhooks" since={since} from={deliveries_since}>
          <TimePlot
            kind="bars"
            times={times}
            series={values.deliveries}
            summary={`${total.deliveries} deliveries, of which ${total.failed_deliveries} were given up`}
            format={formatCount}
          />
        </Part>
      </div>
    </div>
  );
}

const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

function formatCount(count: number): string {
  return count.toLocaleString("en");
}

function formatMs(ms: number | null): string {
  return ms === null ? "–" : formatDuration(ms);
}

function Figure({
  name,
  isBad = false,
  children,
}: {
  readonly name: string;
  readonly isBad?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className="bg-panel px-4 py-3 last:max-lg:col-span-2">
      <dt className="text-small text-soft">{name}</dt>
      <dd
        className={`mt-0.5 flex flex-wrap items-baseline gap-x-1.5 text-title font-semibold tracking-tight tabular-nums [&_small]:text-small [&_small]:whitespace-nowrap [&_small]:font-medium ${isBad ? "[&_small]:text-bad" : ""}`}
      >
        {children}
      </dd>
    </div>
  );
}

function Part({
  title,
  since,
  from,
  children,
}: {
  readonly title: string;
  readonly since: string;
  readonly from: string;
  readonly children: ReactNode;
}) {
  return (
    <section aria-label={title} className="min-w-0 rounded-large border bg-panel p-4">
      <div className="mb-1 flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-large font-medium">{title}</h2>
        {from > since && (
          <p className="text-small text-wait">
            There are so many that only those since <Time at={from} /> are counted.
          </p>
        )}
      </div>
      {children}
    </section>
  );
}
