import { encodeItems, type StreamFormat } from "../../streams/encode.ts";
import { type EventStreamState, parseEvents, type ServerSentEvent } from "../../streams/events.ts";
import {
  MalformedItemError,
  parseItem,
  parseJsonLines,
  parseJsonSequence,
} from "../../streams/json-texts.ts";
import { readChunks } from "../../streams/read-chunks.ts";
import {
  ApiCallError,
  ApiConnectionError,
  isApiConnectionError,
  isApiTimeoutError,
  UnexpectedAnswerError,
} from "../failures/call-errors.ts";
import { wait } from "../failures/retry.ts";
import type { BodyEncoder, RequestBody, StreamConnection, StreamReader } from "../operation.ts";

/** `application/jsonl`, `application/x-ndjson`: one JSON text per line. */
export const jsonLines: StreamReader = (body, connection, parse) =>
  withErrors(parseJsonLines(readChunks(body, connection.signal), parse), connection);

/** `application/json-seq` (RFC 7464). */
export const jsonSequence: StreamReader = (body, connection, parse) =>
  withErrors(parseJsonSequence(readChunks(body, connection.signal), parse), connection);

/** `text/event-stream` (HTML, section 9.2): events whose data is text. */
export const eventStream: StreamReader = /* @__PURE__ */ eventStreamWith([]);

/**
 * `eventStream` for events whose data is JSON. Such an event with empty data is skipped, because services send it to
 * keep a connection open.
 *
 * @param names the types of the events whose data is JSON; by default the data of all events is
 * @param terminator the data of the event that ends the stream; this event is not returned. Default: `[DONE]` for
 * events whose data is JSON (`[DONE]` itself is not JSON)
 */
export function eventStreamWith(names?: readonly string[], terminator?: string): StreamReader {
  return (body, connection, parse) =>
    withErrors(
      parseData(readEvents(body, connection), names, connection.terminator ?? terminator, parse),
      connection,
    );
}

async function* parseData(
  events: AsyncIterable<ServerSentEvent>,
  names: readonly string[] | undefined,
  terminator: string | undefined,
  parse: (text: string) => unknown = parseItem,
): AsyncGenerator<ServerSentEvent<unknown>, void, undefined> {
  for await (const event of events) {
    const isJson = names === undefined || names.includes(event.event ?? "message");
    const text = event.data.trim();
    if (text === (terminator ?? (isJson ? "[DONE]" : undefined))) {
      return;
    }
    if (!isJson) {
      yield event;
    } else if (text !== "") {
      yield { ...event, data: parse(text) };
    }
  }
}

/**
 * Turns the errors of a stream into those of a call. After an abort, the error is the reason of the caller's signal.
 */
async function* withErrors<Item>(
  items: AsyncIterable<Item>,
  { signal, operation, response }: StreamConnection,
): AsyncGenerator<Item, void, undefined> {
  try {
    yield* items;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof MalformedItemError) {
      const problem = "an item that is not JSON";
      throw new UnexpectedAnswerError(operation, response, problem, error.text, error.cause);
    }
    throw error instanceof ApiCallError ? error : new ApiConnectionError(operation, error);
  }
}

/** Milliseconds before connecting again, unless the stream's `retry` field sets another time. */
const usualRetry = 3_000;

/** The longest time that `setTimeout` can wait, in milliseconds; with a longer one it fires at once. */
const longestRetry = 2 ** 31 - 1;

function readEvents(
  body: ReadableStream<Uint8Array>,
  connection: StreamConnection,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const state: EventStreamState = { lastEventId: "", retry: undefined };
  const chunks = readChunks(body, connection.signal);
  return connection.reconnect ? readOn(chunks, state, connection) : parseEvents(chunks, state);
}

async function* readOn(
  first: AsyncIterable<Uint8Array>,
  state: EventStreamState,
  { repeat, signal = new AbortController().signal }: StreamConnection,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let chunks = first;
  for (;;) {
    try {
      yield* parseEvents(chunks, state);
    } catch {
      // Below, a broken connection is opened again. Only an abort ends the stream here.
      signal.throwIfAborted();
    }
    let body: ReadableStream<Uint8Array> | undefined | "unreachable" = "unreachable";
    while (body === "unreachable") {
      await wait(Math.min(state.retry ?? usualRetry, longestRetry), signal);
      body = await reopen(repeat, state.lastEventId).catch((error: unknown) => {
        if (isApiConnectionError(error) || isApiTimeoutError(error)) {
          // The service cannot be reached yet: try again, as a browser's EventSource does.
          return "unreachable" as const;
        }
        throw error;
      });
    }
    if (body === undefined) {
      return;
    }
    chunks = readChunks(body, signal);
  }
}

/** Requests the rest of the stream. Undefined when the service answers 204: the stream is complete. */
async function reopen(
  again: StreamConnection["repeat"],
  lastEventId: string,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const { response, stream, readValue } = await again(
    lastEventId ? { "last-event-id": lastEventId } : {},
  );
  if (stream === undefined && response.status !== 204) {
    readValue();
  }
  // `stream` is set only when the answer has a body.
  return stream && (response.body as ReadableStream<Uint8Array>);
}

/**
 * Sends the items of a request as a stream of JSON lines (`application/x-ndjson`, `application/jsonl`). A body of bytes
 * or text is sent as it is.
 */
export const jsonLinesBody: BodyEncoder = (body) => encodeBody(body, "json-lines");

/** The same for `application/json-seq`. */
export const jsonSequenceBody: BodyEncoder = (body) => encodeBody(body, "json-sequence");

/** A body that `fetch` takes is sent as it is; every other object is a sequence of items to encode. */
function encodeBody(body: unknown, format: StreamFormat): RequestBody {
  const isDone =
    typeof body !== "object" ||
    body === null ||
    body instanceof Blob ||
    body instanceof ReadableStream ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body);
  // The declared types of the operation allow only these two.
  return isDone
    ? (body as RequestBody)
    : encodeItems(body as AsyncIterable<unknown> | Iterable<unknown>, format);
}
