import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { ExecutionOutcome } from "../actions/services.ts";

/** The measurements of the process. Labels hold names from documents and toolkits, never an id or a path. */
export interface Metrics {
  /** Records that a request began. Call the returned function when it ends. */
  begin(): (operation: string, method: string, status: number, seconds: number) => void;
  /** Records that a stream began. Call the returned function when it ends. */
  openStream(operation: string): () => void;
  /** A tool was executed. */
  countExecution(toolkit: string, outcome: ExecutionOutcome): void;
  /** A job ended. */
  countJob(kind: string, outcome: "done" | "failed" | "put_off" | "lease_lost"): void;
  /** The text format of Prometheus, version 0.0.4. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Creates metrics with their own registry, so that several services fit into one process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: "platform_http_request_duration_seconds",
    help: "How long requests to the API took.",
    labelNames: ["operation", "method", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const inFlight = new Gauge({
    name: "platform_http_requests_in_flight",
    help: "Requests to the API that are being answered.",
    registers,
  });
  const streams = new Gauge({
    name: "platform_http_streams_open",
    help: "Answers that last, such as streams of events, by their operation.",
    labelNames: ["operation"],
    registers,
  });
  const executions = new Counter({
    name: "platform_tool_executions_total",
    help: "Executions of tools, by toolkit and outcome. A call that was refused before it began does not count.",
    labelNames: ["toolkit", "outcome"],
    registers,
  });
  const jobs = new Counter({
    name: "platform_jobs_total",
    help: "Attempts of background jobs, by kind and outcome.",
    labelNames: ["kind", "outcome"],
    registers,
  });
  return {
    begin() {
      inFlight.inc();
      return (operation, method, status, seconds) => {
        inFlight.dec();
        // A caller can send any method, and each value of a label is kept for ever.
        requests.observe({ operation, method: toKnownMethod(method), status }, seconds);
      };
    },
    openStream(operation) {
      streams.inc({ operation });
      return () => streams.dec({ operation });
    },
    countExecution: (toolkit, outcome) => executions.inc({ toolkit, outcome }),
    countJob: (kind, outcome) => jobs.inc({ kind, outcome }),
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

/** The method, or `other` when it is not a standard one. */
export function toKnownMethod(method: string): string {
  return known.has(method) ? method : "other";
}

const known: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);
