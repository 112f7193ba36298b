import { encodeItems, type StreamFormat } from "../streams/encode.ts";
import { type EventStreamState, parseEvents, type ServerSentEvent } from "../streams/events.ts";
import { parseJsonLines, parseJsonSequence } from "../streams/json-texts.ts";
import { readChunks } from "../streams/read-chunks.ts";
import { ApiError } from "./api-error.ts";
import type { BodyEncoder, RequestBody, StreamConnection, StreamReader } from "./operation.ts";
import { wait } from "./retry.ts";

/** `application/jsonl`, `application/x-ndjson`: a JSON text a line. */
export const jsonLines: StreamReader = (body, { signal }) =>
  parseJsonLines(readChunks(body, signal));

/** `application/json-seq` (RFC 7464). */
export const jsonSequence: StreamReader = (body, { signal }) =>
  parseJsonSequence(readChunks(body, signal));

/** `text/event-stream` (HTML, section 9.2): events whose data is text. */
export const eventStream: StreamReader = (body, connection) => readEvents(body, connection);

/**
 * The same for events whose data is JSON.
 *
 * @param names the types of the events whose data is; without it, that of all
 */
export function eventStreamWith(names?: readonly string[]): StreamReader {
  return (body, connection) => parseData(readEvents(body, connection), names);
}

async function* parseData(
  events: AsyncIterable<ServerSentEvent>,
  names: readonly string[] | undefined,
): AsyncGenerator<ServerSentEvent<unknown>, void, undefined> {
  for await (const event of events) {
    const isJson = names === undefined || names.includes(event.event ?? "message");
    yield isJson ? { ...event, data: JSON.parse(event.data) } : event;
  }
}

/** The time before connecting again, in milliseconds, unless the stream says another. */
const usualRetry = 3_000;

function readEvents(
  body: ReadableStream<Uint8Array>,
  connection: StreamConnection,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const state: EventStreamState = { lastEventId: "", retry: undefined };
  const chunks = readChunks(body, connection.signal);
  return connection.reopen === undefined
    ? parseEvents(chunks, state)
    : readOn(chunks, state, connection.reopen, connection.signal);
}

async function* readOn(
  first: AsyncIterable<Uint8Array>,
  state: EventStreamState,
  reopen: NonNullable<StreamConnection["reopen"]>,
  signal = new AbortController().signal,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let chunks = first;
  for (;;) {
    try {
      yield* parseEvents(chunks, state);
    } catch {
      // The connection broke, which is what connecting again is for; an abort is told below.
      signal.throwIfAborted();
    }
    let body: ReadableStream<Uint8Array> | undefined | "unreachable" = "unreachable";
    while (body === "unreachable") {
      await wait(state.retry ?? usualRetry, signal);
      body = await reopen(state.lastEventId).catch((error: unknown) => {
        signal.throwIfAborted();
        if (error instanceof ApiError) {
          throw error;
        }
        // No connection yet: EventSource goes on trying, too.
        return "unreachable" as const;
      });
    }
    if (body === undefined) {
      return;
    }
    chunks = readChunks(body, signal);
  }
}

/** A request's items as a stream (`application/x-ndjson` and its relatives); what is bytes or text already is sent as it is. */
export const jsonLinesBody: BodyEncoder = (body) => encodeBody(body, "json-lines");

/** The same for `application/json-seq`. */
export const jsonSequenceBody: BodyEncoder = (body) => encodeBody(body, "json-sequence");

/** Whatever is no body of `fetch` is items. */
function encodeBody(body: unknown, format: StreamFormat): RequestBody {
  const isDone =
    typeof body !== "object" ||
    body === null ||
    body instanceof Blob ||
    body instanceof ReadableStream ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body);
  // The declared types of the operation allow nothing else.
  return isDone
    ? (body as RequestBody)
    : encodeItems(body as AsyncIterable<unknown> | Iterable<unknown>, format);
}
