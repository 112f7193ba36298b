import type { ExecutedPlan, Scan } from "./read-plans.ts";

/** Executions of one text. */
export interface Statement {
  readonly text: string;
  readonly count: number;
  /** Of all executions, in the middle and the longest. */
  readonly median: number;
  readonly longest: number;
  /** Each access that occurred, to tables that grow. */
  readonly scans: readonly Scan[];
  /** The most weeks of one table that an execution read. */
  readonly weeks: number;
}

/** Tables with a row for each event, delivery, call, trigger instance, account or project. Others have a few rows. */
const growing: ReadonlySet<string> = new Set([
  "api_keys",
  "auth_configs",
  "connected_accounts",
  "data_keys",
  "jobs",
  "projects",
  "tool_execution_logs",
  "trigger_instances",
  "trigger_items",
  "webhook_addresses",
  "webhook_attempts",
  "webhook_deliveries",
  "webhook_events",
  "webhook_receipts",
  "webhook_subscriptions",
]);

/** Statements of the start of a process and of the hourly work on master keys. They look through all data keys. */
const ofMasterKeys = "select distinct d.master_version from data_keys d";

/** Groups executions by their text. Texts that read no table that grows are left out. */
export function summarizePlans(plans: readonly ExecutedPlan[]): readonly Statement[] {
  const byText = new Map<string, ExecutedPlan[]>();
  for (const plan of plans) {
    const scans = plan.scans.filter(({ table }) => growing.has(toParent(table)));
    if (scans.length > 0 && !plan.text.includes(ofMasterKeys)) {
      byText.set(plan.text, [...(byText.get(plan.text) ?? []), { ...plan, scans }]);
    }
  }
  return [...byText].map(([text, executions]) => {
    const times = executions.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
    const scans = executions.flatMap((each) => each.scans);
    return {
      text,
      count: executions.length,
      median: times[Math.floor((times.length - 1) / 2)] ?? 0,
      longest: times.at(-1) ?? 0,
      scans: [...new Map(scans.map((scan) => [JSON.stringify(scan), scan])).values()],
      weeks: Math.max(...executions.map(countWeeks)),
    };
  });
}

/** The limits of an access. */
export interface Limits {
  /** The most rows that one access may read. */
  readonly rows: number;
  /** Tables and partitions that are so small that they may be read whole. */
  readonly small: ReadonlySet<string>;
}

/** A line for each access that reads a table without a condition of an index, or too many rows by one. */
export function findFaults(
  statements: readonly Statement[],
  { rows: mostRows, small }: Limits,
): readonly string[] {
  return statements.flatMap(({ text, scans }) =>
    scans
      .filter((scan) => scan.rows > mostRows || !(isByIndex(scan) || small.has(scan.table)))
      .map(
        ({ node, table, index, rows }) =>
          `${node} of ${table}${index === undefined ? "" : ` by ${index}`}, ${rows} rows: ${text}`,
      ),
  );
}

/** A table of all statements, as Markdown. */
export function writeReport(
  statements: readonly Statement[],
  { events, instances }: { readonly events: number; readonly instances: number },
): string {
  const rows = statements
    .toSorted((one, other) => other.median - one.median)
    .map(({ text, count, median, longest, scans, weeks }) => {
      const read = [...new Set(scans.map(describe))].join("<br>");
      const most = Math.max(...scans.map(({ rows: each }) => each));
      const cells = [`\`${shorten(text)}\``, read, `${weeks}`, `${most}`, `${count}`];
      return `| ${[...cells, median.toFixed(2), longest.toFixed(2)].join(" | ")} |`;
    });
  return `# Query plans of the statements behind events

This page shows that the statements behind webhooks, polls and deliveries stay fast when the tables are large. PostgreSQL should read
every table that grows by an index, and only the weeks of events that a statement is about.

**How it was measured.** \`npm run soak -- scale\` stores ${events.toLocaleString("en")} events, each with a delivery, and
${instances.toLocaleString("en")} trigger instances. It then starts the service, receives webhooks, polls lists and delivers events. PostgreSQL's \`auto_explain\` logs
the plan of every statement, and the same run fails when a plan reads one of the growing tables from beginning to end. Statements that read only
small tables are left out.

**Result.** Every statement below reads by an index or by row addresses (\`Tid Scan\`), except where a table or a partition is small
(\`Seq Scan\`).

- **Reads**: each table, and the index by which it is read.
- **Weeks**: the most weekly partitions of one table that an execution read.
- **Rows**: the most rows that one access to a table read.
- **Median** and **longest**: the time of an execution in milliseconds, as \`auto_explain\` measures it.

| Statement | Reads | Weeks | Rows | Executions | Median (ms) | Longest (ms) |
|---|---|---:|---:|---:|---:|---:|
${rows.join("\n")}
`;
}

function isByIndex({ node, isConditional }: Scan): boolean {
  return node === "Tid Scan" || (node !== "Seq Scan" && isConditional);
}

function describe({ node, table, index }: Scan): string {
  const place = toParent(table);
  return index === undefined ? `${place}: ${node}` : `${place}: ${toParent(index)}`;
}

function countWeeks({ scans }: ExecutedPlan): number {
  const partitions = new Map<string, Set<string>>();
  for (const { table } of scans) {
    const parent = toParent(table);
    partitions.set(parent, (partitions.get(parent) ?? new Set()).add(table));
  }
  return Math.max(0, ...[...partitions.values()].map(({ size }) => size));
}

/** `webhook_events_20261123` is a part of `webhook_events`, and so are the names of its indexes. */
function toParent(name: string): string {
  return name.replace(/_(?:\d{8}|other)(?=_|$)/, "");
}

function shorten(text: string): string {
  const line = text.replaceAll("|", "\\|").replaceAll("`", "");
  return line.length > 160 ? `${line.slice(0, 157)}…` : line;
}
