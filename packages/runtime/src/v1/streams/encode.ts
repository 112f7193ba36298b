import { eventToText, type ServerSentEvent } from "./events.ts";

/** The format of a stream of items, by its media type. */
export type StreamFormat = "events" | "json-lines" | "json-sequence";

/** The format of a media type without parameters, in lower case; undefined for media types that are not streams of items. */
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
  /** Looks at each item before it is written; what it throws ends the stream. */
  readonly onItem?: ((item: unknown) => void) | undefined;
  /** The data of an event that is written after the last item. */
  readonly terminator?: string | undefined;
}

/**
 * Items as the bytes of a stream. An item is asked for when its bytes are wanted, and the source returns when nobody wants
 * them any more.
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
        // A comment: the client sees the answer begin, however long the first event takes.
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
  "json-lines": (item) => `${jsonText(item)}\n`,
  "json-sequence": (item) => `\x1e${jsonText(item)}\n`,
};

/** Data that is not a string is written as JSON. */
function toEvent(item: unknown): ServerSentEvent {
  if (typeof item !== "object" || item === null || !("data" in item)) {
    throw new TypeError("An event of a stream must have the form { data, event?, id?, retry? }.");
  }
  const { data } = item;
  // Its other members are as the declared type has them.
  return {
    ...(item as Omit<ServerSentEvent, "data">),
    data: typeof data === "string" ? data : jsonText(data),
  };
}

function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) {
    throw new TypeError("An item of a stream must be a JSON value.");
  }
  return text;
}
