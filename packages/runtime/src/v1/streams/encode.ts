import { eventToText, type ServerSentEvent } from "./events.ts";

/** The formats of streams of items. */
export type StreamFormat = "events" | "json-lines" | "json-sequence";

/** The format of a media type (in lower case, without parameters); undefined when it is not a stream of items. */
export function getStreamFormat(essence: string): StreamFormat | undefined {
  switch (essence) {
    case "text/event-stream":
      return "events";
    case "application/jsonl":
    case "application/jsonlines":
    case "application/x-jsonlines":
    case "application/ndjson":
    case "application/x-ndjson":
      return "json-lines";
    default:
      return /^application\/(?:[^/]+\+)?json-seq$/.test(essence) ? "json-sequence" : undefined;
  }
}

/** The options of a stream of items. */
export interface StreamOptions {
  /** Called with each item before it is written. If it throws, the stream ends with this error. */
  readonly onItem?: ((item: unknown) => void) | undefined;
  /** The data of an event that is written after the last item. */
  readonly terminator?: string | undefined;
}

/**
 * Encodes items as a stream of bytes. An item is read from the source only when the reader wants more bytes. When the
 * reader cancels, `return` of the source is called.
 */
export function encodeItems(
  items: AsyncIterable<unknown> | Iterable<unknown>,
  format: StreamFormat,
  { onItem, terminator }: StreamOptions = {},
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const toText = texts[format];
  let source: AsyncIterator<unknown> | Iterator<unknown> | undefined;
  const end = async (): Promise<void> => {
    await source?.return?.();
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      if (format === "events") {
        // Send a comment now, so that the client sees the answer begin even if the first event takes long.
        controller.enqueue(encoder.encode(":\n\n"));
      }
    },
    async pull(controller) {
      source ??= iterate(items);
      const { done, value } = await source.next();
      if (done) {
        if (terminator !== undefined) {
          controller.enqueue(encoder.encode(toText({ data: terminator })));
        }
        controller.close();
        return;
      }
      try {
        onItem?.(value);
        controller.enqueue(encoder.encode(toText(value)));
      } catch (error) {
        await end();
        throw error;
      }
    },
    cancel: end,
  });
}

function iterate(
  items: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncIterator<unknown> | Iterator<unknown> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
}

const texts: Readonly<Record<StreamFormat, (item: unknown) => string>> = {
  events: (item) => eventToText(toEvent(item)),
  "json-lines": (item) => `${writeJsonText(item)}\n`,
  "json-sequence": (item) => `\x1e${writeJsonText(item)}\n`,
};

/** Data that is not a string is written as JSON. */
function toEvent(item: unknown): ServerSentEvent {
  if (typeof item !== "object" || item === null || !("data" in item)) {
    throw new TypeError("An event of a stream must have the form { data, event?, id?, retry? }.");
  }
  const { data } = item;
  // The declared type covers the other members.
  return {
    ...(item as Omit<ServerSentEvent, "data">),
    data: typeof data === "string" ? data : writeJsonText(data),
  };
}

function writeJsonText(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) {
    throw new TypeError("An item of a stream must be a JSON value.");
  }
  return text;
}
