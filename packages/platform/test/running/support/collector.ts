import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A span of OTLP's JSON, with its attributes as an object. */
export interface CollectedSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly status: number;
  readonly service: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A collector that takes OTLP over HTTP in JSON. */
export interface Collector {
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** Everything that it received. */
  readonly text: () => string;
  close(): Promise<void>;
}

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly name: string;
        readonly kind: number;
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly attributes: readonly KeyValue[];
        readonly status: { readonly code?: number };
      }[];
    }[];
  }[];
}

/** Starts a collector on a free port of loopback. */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  let text = "";
  const server = createServer(async (incoming, outgoing) => {
    let body = "";
    for await (const piece of incoming.setEncoding("utf8")) {
      body += piece;
    }
    text += body;
    if (incoming.url === "/v1/traces") {
      spans.push(...read(JSON.parse(body) as Export));
    }
    outgoing.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    text: () => text,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function read({ resourceSpans }: Export): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map(({ name, kind, traceId, spanId, parentSpanId = "", attributes, status }) => ({
        name,
        kind,
        traceId,
        spanId,
        parentSpanId,
        status: status.code ?? 0,
        service: String(toObject(resource.attributes)["service.name"]),
        attributes: toObject(attributes),
      })),
    ),
  );
}

function toObject(list: readonly KeyValue[]): Record<string, unknown> {
  // A value is an object with one member, which is named after its type.
  return Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));
}
