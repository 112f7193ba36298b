/** The kind of a span, in OpenTelemetry's terms. */
export type SpanKind = "server" | "client" | "consumer" | "internal";

/** Names of the document, statuses, ids and hosts: never a path, a query, a header's value or a body. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A span that runs. */
export interface ActiveSpan {
  set(attributes: SpanAttributes): void;
  /** Marks it as failed, by a word such as a reason or a class of errors. */
  fail(type: string): void;
}

/** How a span begins. */
export interface SpanOptions {
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
  /** `traceparent` of who asked (W3C Trace Context); without a good one the span is a child of the one that runs. */
  readonly traceparent?: string | null;
}

/** The receiver of spans. */
export interface Tracing {
  withSpan<T>(
    name: string,
    options: SpanOptions,
    work: (span: ActiveSpan) => Promise<T>,
  ): Promise<T>;
  /** Sends what is left, for a short while. */
  close(): Promise<void>;
}

const noSpan: ActiveSpan = { set: () => {}, fail: () => {} };

/** Without a collector the service makes no spans, and loads nothing of OpenTelemetry. */
const noTracing: Tracing = {
  withSpan: (_name, _options, work) => work(noSpan),
  close: async () => {},
};

let current = noTracing;

/** Sends the spans of this process there from now on; undefined for nowhere. There is one tracing a process. */
export function useTracing(tracing: Tracing | undefined): void {
  current = tracing ?? noTracing;
}

/** Runs work as a span. Spans that begin while it runs are its children. An error marks the span and is thrown on. */
export function withSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: ActiveSpan) => Promise<T>,
): Promise<T> {
  return current.withSpan(name, options, work);
}
