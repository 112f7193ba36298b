import {
  createServerDatabase,
  dropServerDatabase,
} from "../../packages/platform/src/testing/server-databases.ts";
import type { Section } from "../report/report.ts";
import { runReporting } from "./running.ts";

/** Milliseconds of one operation of a catalog, and of the longest pause of the process while it was measured. */
export interface CatalogFigures {
  readonly name: string;
  readonly median: number;
  readonly p99: number;
  readonly pause: number;
}

/** The findings of the program. */
export interface CatalogReport {
  readonly operations: readonly CatalogFigures[];
  readonly tools: number;
  /** Of the project's toolkits in memory, with their index. */
  readonly megabytes: number;
  /**
   * For every hundredth tool, a query with its name and its toolkit's name: how often it is among the first three
   * results.
   */
  readonly found: number;
}

/** A project with 1,000 toolkits of 50 tools each, on PostgreSQL. */
export async function benchServiceCatalog(): Promise<Section> {
  const section = { title: "Catalog", columns: ["Work", "Median", "p99", "Longest pause"] };
  const server = process.env.TEST_DATABASE_URL ?? "";
  if (server === "") {
    const text = "PostgreSQL is missing: set TEST_DATABASE_URL to measure catalogs.";
    return { ...section, text, rows: [] };
  }
  const name = `platform_bench_${process.pid}`;
  const url = await createServerDatabase(server, name);
  try {
    const flags = ["--expose-gc", "--max-semi-space-size=16"];
    return {
      ...section,
      ...describe(await runReporting<CatalogReport>("catalog.ts", [url], flags)),
    };
  } finally {
    await dropServerDatabase(server, name);
  }
}

function describe(report: CatalogReport): Pick<Section, "text" | "rows"> {
  const { operations, tools, megabytes, found } = report;
  const formatMilliseconds = (value: number): string =>
    value < 0.1 ? "< 0.1 ms" : `${value.toFixed(value < 10 ? 1 : 0)} ms`;
  return {
    text: `A project with 1,000 toolkits of its own and ${tools.toLocaleString("en")} tools on PostgreSQL. The outlines of the tools and their search index take ${megabytes.toFixed(0)} MB. Times are processor time of the main thread. In the longest pause nobody else is served; the goal for it is 50 ms. A search for the names of a tool and its toolkit has the tool among the first three for ${(found * 100).toFixed(0)} % of them.`,
    rows: operations.map(({ name, median, p99, pause }) => [
      name,
      formatMilliseconds(median),
      formatMilliseconds(p99),
      formatMilliseconds(pause),
    ]),
  };
}
