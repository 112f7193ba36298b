/** The kind of a span, in OpenTelemetry's terms. */
export type SpanKind = "server" | "client" | "consumer" | "internal";

/** Names from documents, statuses, ids and hosts. Never a path, a query, a header's value or a body. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A span that runs. */
export interface ActiveSpan {
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. `type` is a word such as a reason or the class of an error. */
  fail(type: string): void;
}

/** How a span begins. */
export interface SpanOptions {
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
  /** The caller's `traceparent` (W3C Trace Context). Without a valid one the span is a child of the current span. */
  readonly traceparent?: string | null;
}

/** The receiver of spans. */
export interface Tracing {
  withSpan<T>(
    name: string,
    options: SpanOptions,
    work: (span: ActiveSpan) => Promise<T>,
  ): Promise<T>;
  /** Sends the remaining spans, within a short time limit. */
  close(): Promise<void>;
}

const noSpan: ActiveSpan = { set: () => {}, fail: () => {} };

/** Without a collector the service makes no spans and does not load OpenTelemetry. */
const noTracing: Tracing = {
  withSpan: (_name, _options, work) => work(noSpan),
  close: async () => {},
};

let current = noTracing;

/**
 * Sends the spans of this process to `tracing` from now on, or nowhere when it is undefined. A process has one
 * tracing.
 */
export function useTracing(tracing: Tracing | undefined): void {
  current = tracing ?? noTracing;
}

/**
 * Runs work as a span. Spans that begin meanwhile are its children. An error marks the span as failed and is thrown
 * again.
 */
export function withSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: ActiveSpan) => Promise<T>,
): Promise<T> {
  return current.withSpan(name, options, work);
}
