import { splitLines } from "./split-lines.ts";

/** An event of `text/event-stream` (HTML, section 9.2), with the fields that were sent. */
export interface ServerSentEvent<Data = string> {
  /** The type of the event. Default: `message`. */
  readonly event?: string;
  readonly data: Data;
  readonly id?: string;
  /** Milliseconds to wait before connecting again. */
  readonly retry?: number;
}

/** The fields of a stream that are needed to connect again. They are updated while the stream is read. */
export interface EventStreamState {
  lastEventId: string;
  retry: number | undefined;
}

/**
 * Reads the events of a stream by the rules of HTML, section 9.2.6. An event is returned as soon as the empty line
 * after it has arrived. Blocks without data, unknown fields, comments and an incomplete event at the end are ignored.
 */
export async function* parseEvents(
  chunks: AsyncIterable<Uint8Array>,
  state: EventStreamState = { lastEventId: "", retry: undefined },
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let fields: Fields = { data: [] };
  for await (const line of splitLines(chunks, normalizeLineEnds())) {
    if (!line.endsWith("\n")) {
      return;
    }
    if (line !== "\n") {
      readField(line.slice(0, -1), fields, state);
      continue;
    }
    const { data, event, ...rest } = fields;
    fields = { data: [] };
    // Set the id only after the whole event: if the connection breaks inside an event, the previous one was the last.
    state.lastEventId = rest.id ?? state.lastEventId;
    if (data.length > 0) {
      // An empty type means the default, `message`.
      yield { ...(event && { event }), ...rest, data: data.join("\n") };
    }
  }
}

interface Fields {
  event?: string;
  id?: string;
  retry?: number;
  readonly data: string[];
}

function readField(line: string, fields: Fields, state: EventStreamState): void {
  const colon = line.indexOf(":");
  const name = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
  if (name === "data") {
    fields.data.push(value);
  } else if (name === "event") {
    fields.event = value;
  } else if (name === "id" && !value.includes("\0")) {
    fields.id = value;
  } else if (name === "retry" && /^\d+$/.test(value)) {
    fields.retry = Number(value);
    state.retry = fields.retry;
  }
}

/** Normalizes line ends to LF. A line may end with LF, CR or CRLF, and CRLF may be split between two chunks. */
function normalizeLineEnds(): (text: string) => string {
  let afterReturn = false;
  return (text) => {
    const rest = afterReturn && text.startsWith("\n") ? text.slice(1) : text;
    if (text !== "") {
      afterReturn = text.endsWith("\r");
    }
    return rest.replace(/\r\n?/g, "\n");
  };
}

/**
 * Writes an event as text. Data with line breaks becomes several `data` lines, which readers join with LF.
 *
 * @throws TypeError when a field contains characters that its reader would not get
 */
export function eventToText({ event, data, id, retry }: ServerSentEvent): string {
  const writeEventField = (name: string, value: unknown, refused: RegExp, rule: string): string => {
    const text = String(value);
    if (refused.test(text)) {
      throw new TypeError(`The ${name} of an event ${rule}. It is ${JSON.stringify(text)}.`);
    }
    return `${name}: ${text}\n`;
  };
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return [
    event === undefined
      ? ""
      : writeEventField("event", event, /[\r\n]/, "must not contain line breaks"),
    id === undefined
      ? ""
      : // Readers ignore an id with NUL.
        writeEventField("id", id, /[\r\n\0]/, "must not contain line breaks or NUL"),
    retry === undefined ? "" : writeEventField("retry", retry, /\D|^$/, "must be a whole number"),
    ...lines,
    "\n",
  ].join("");
}
