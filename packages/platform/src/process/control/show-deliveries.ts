import { countDeliveries } from "../../domain/operators/count-deliveries.ts";
import type { AdminContext, Outcome } from "./administer.ts";
import { explainNothing } from "./assert-project.ts";
import { printTable } from "./print-table.ts";

/**
 * `platform deliveries stats`: the deliveries of the last hours by status.
 *
 * @throws StartError when the project of `--project` does not exist
 */
export async function showDeliveries(context: AdminContext): Promise<Outcome> {
  const { opened, options } = context;
  const { hours = 24, project } = options;
  const { counts, failingSubscriptions } = await countDeliveries(
    opened.database.unscoped,
    hours,
    project,
  );
  if (counts.length === 0) {
    await explainNothing(context);
  }
  const rows = counts.map(({ status, deliveries, p50_ms, p95_ms, oldest_seconds }) => [
    ...[status, deliveries, printMs(p50_ms), printMs(p95_ms)],
    status === "pending" ? `${Math.round(oldest_seconds)} s` : "-",
  ]);
  const names = ["STATUS", "DELIVERIES", "P50", "P95", "OLDEST"];
  const table = printTable(names, rows, `No event of the last ${hours} hours was to be delivered.`);
  return {
    text: `${table}\nSubscriptions whose receiver fails: ${failingSubscriptions}`,
    data: { hours, deliveries: counts, failing_subscriptions: failingSubscriptions },
  };
}

function printMs(ms: number | null): string {
  return ms === null ? "-" : `${Math.round(ms)} ms`;
}
