import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { ExecutionOutcome } from "../../actions/services.ts";
import type { QueueMeasure } from "../../domain/operators/measure-queue.ts";
import { addQueueGauges } from "./queue-gauges.ts";

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
  /** An event was not stored, because it is too large. */
  countRefusedEvent(type: string): void;
  /** A webhook was sent; @param status null when the receiver did not answer */
  countDelivery(status: number | null): void;
  /** An application was asked for new tokens. `refused`: it refused the grant permanently. */
  countRefresh(outcome: "refreshed" | "refused" | "failed"): void;
  /** A list of an application was polled. */
  countPoll(outcome: "items" | "postponed" | "failed" | "ended"): void;
  /** The catalog of a project with toolkits of its own was loaded. */
  observeCatalog(seconds: number): void;
  /** A stored toolkit of a project could not be compiled, and is missing from its catalog. */
  countMissingToolkit(): void;
  /** Shows what `read` returns about the queue of jobs. It is called at most every ten seconds. */
  showQueue(read: () => Promise<readonly QueueMeasure[]>): void;
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
  const refusedEvents = new Counter({
    name: "platform_events_refused_total",
    help: "Events that were not stored because they are larger than 1 MiB, by type.",
    labelNames: ["type"],
    registers,
  });
  const deliveries = new Counter({
    name: "platform_webhook_deliveries_total",
    help: "Attempts to deliver webhooks, by the class of the receiver's status, or none without an answer.",
    labelNames: ["result"],
    registers,
  });
  const refreshes = new Counter({
    name: "platform_token_refreshes_total",
    help: "Refreshes of tokens at applications, by outcome.",
    labelNames: ["outcome"],
    registers,
  });
  const polls = new Counter({
    name: "platform_polls_total",
    help: "Polls of applications for triggers, by outcome.",
    labelNames: ["outcome"],
    registers,
  });
  const catalogs = new Histogram({
    name: "platform_catalog_load_duration_seconds",
    help: "How long it took to load the catalogs of projects with toolkits of their own.",
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60],
    registers,
  });
  const missingToolkits = new Counter({
    name: "platform_toolkits_missing_total",
    help: "Stored toolkits of projects that could not be compiled, each time that a catalog was loaded.",
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
    countRefusedEvent: (type) => refusedEvents.inc({ type }),
    countDelivery: (status) =>
      deliveries.inc({ result: status === null ? "none" : `${Math.floor(status / 100)}xx` }),
    countRefresh: (outcome) => refreshes.inc({ outcome }),
    countPoll: (outcome) => polls.inc({ outcome }),
    observeCatalog: (seconds) => catalogs.observe(seconds),
    countMissingToolkit: () => missingToolkits.inc(),
    showQueue: (read) => addQueueGauges(registry, read),
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
