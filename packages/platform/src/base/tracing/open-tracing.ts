import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Tracing } from "./tracing.ts";

/** Milliseconds that a stop waits for a collector that does not answer. */
const closeMs = 2_000;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/**
 * Sends spans to a collector over OTLP/HTTP. OpenTelemetry itself reads the standard variables for headers, timeouts
 * and compression. The exporter opens its own connections instead of using egress, because the operator chose its
 * address.
 *
 * @param warn called once when spans cannot be sent, and again only after sending has worked in between
 */
export function openTracing(
  settings: { readonly url: string; readonly serviceName: string },
  warn: () => void,
): Tracing {
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ "service.name": settings.serviceName }),
    ),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: silenceExporter(new OTLPTraceExporter({ url: settings.url }), warn),
        scheduledDelayMillis: 1_000,
      }),
    ],
  });
  const tracer = provider.getTracer("integration-platform");
  const running = new AsyncLocalStorage<Context>();
  return {
    withSpan: async (name, { kind, attributes = {}, traceparent }, work) => {
      const parent = readRemoteParent(traceparent) ?? running.getStore() ?? ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent);
      try {
        return await running.run(trace.setSpan(parent, span), () =>
          work({
            set: (more) => void span.setAttributes(more),
            fail: (type) => fail(span, type),
          }),
        );
      } catch (error) {
        // Only the class of the error. The messages of other libraries may contain request data.
        fail(span, error instanceof Error ? error.name : typeof error);
        throw error;
      } finally {
        span.end();
      }
    },
    close: async () => {
      const timeUp = new Promise((resolve) => setTimeout(resolve, closeMs).unref());
      await Promise.race([provider.shutdown().catch(() => {}), timeUp]);
    },
  };
}

function fail(span: Span, type: string): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Logs one line when a collector is down, instead of one a second. Spans that cannot be sent are dropped. */
function silenceExporter(exporter: SpanExporter, warn: () => void): SpanExporter {
  let hasWarned = false;
  return {
    export: (spans, done) => {
      exporter.export(spans, ({ code }) => {
        // 0 is success (ExportResultCode of @opentelemetry/core).
        if (code !== 0 && !hasWarned) {
          warn();
        }
        hasWarned = code !== 0;
        done({ code: 0 });
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

/** The version, trace and span of `traceparent` (W3C Trace Context, section 3.2); later versions may add fields. */
const format = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;

function readRemoteParent(traceparent: string | null | undefined): Context | undefined {
  const [, traceId = "", spanId = "", flags = "00"] = format.exec(traceparent ?? "") ?? [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(context) ? trace.setSpanContext(ROOT_CONTEXT, context) : undefined;
}
