import { computeMedian } from "../process.ts";
import type { Section } from "../report/report.ts";
import { type MeasuredRequest, toolCalls } from "./requests.ts";
import { type RunningService, runLoad } from "./running.ts";
import { describeLoadedMachine, onDatabases } from "./section.ts";

const rounds = 3;
const seconds = 2;
const connections = 20;

/**
 * Measures calls of one tool over MCP and over REST, and the share of the time that is spent outside the application.
 */
export async function benchServiceCalls(): Promise<Section> {
  return {
    title: "Tool calls over MCP and REST",
    text: `One tool is called over REST and over MCP. It is always the same tool of the same account, and its application answers at once. Calls a second and p99 are those of ${connections} connections, median of ${rounds} runs of ${seconds} s. "One call" is the mean time with one connection. "The application alone" is the time when the application is called without the platform, and "ours" is the rest. CPU is the processor time of the platform's process for one call. ${describeLoadedMachine()}`,
    columns: ["Call", "Calls/s", "p99", "One call", "The application alone", "Ours", "CPU"],
    rows: await onDatabases(measureCalls, ["PGlite", "PostgreSQL"], false),
  };
}

async function measureCalls(
  title: string,
  service: RunningService,
  applicationUrl: string,
): Promise<string[][]> {
  try {
    const rows: string[][] = [];
    for (const call of toolCalls) {
      rows.push([`${title}: ${call.title}`, ...(await measure(service, call, applicationUrl))]);
    }
    return rows;
  } finally {
    await service.stop();
  }
}

async function measure(
  { facts, readTimes }: RunningService,
  { path, load }: MeasuredRequest,
  applicationUrl: string,
): Promise<string[]> {
  const options = { ...load(facts), url: `${facts.url}${path(facts)}` };
  await runLoad({ ...options, connections, duration: 1 });
  const runs: { readonly average: number; readonly p99: number; readonly cpu: number }[] = [];
  const alone: { readonly call: number; readonly application: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await readTimes();
    const { average, p99, total } = await runLoad({ ...options, connections, duration: seconds });
    const { cpuMilliseconds } = await readTimes();
    runs.push({ average, p99, cpu: cpuMilliseconds / total });
    const one = { connections: 1, duration: seconds };
    const call = await runLoad({ ...options, ...one });
    const application = await runLoad({ url: applicationUrl, ...one });
    alone.push({
      call: (seconds * 1000) / call.total,
      application: (seconds * 1000) / application.total,
    });
  }
  const call = computeMedian(alone.map((each) => each.call));
  const application = computeMedian(alone.map((each) => each.application));
  const takeMiddleRun = (read: (run: (typeof runs)[number]) => number): number =>
    computeMedian(runs.map(read));
  return [
    takeMiddleRun(({ average }) => average).toFixed(0),
    `${takeMiddleRun(({ p99 }) => p99).toFixed(0)} ms`,
    `${call.toFixed(2)} ms`,
    `${application.toFixed(2)} ms`,
    `${(call - application).toFixed(2)} ms, ${(100 * (1 - application / call)).toFixed(0)} %`,
    `${takeMiddleRun(({ cpu }) => cpu).toFixed(2)} ms`,
  ];
}
