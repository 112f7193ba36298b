import { splitLines } from "./split-lines.ts";

/** An event of `text/event-stream` (HTML, section 9.2): the fields that it was sent with. */
export interface ServerSentEvent<Data = string> {
  /** The type of the event. Default: `message`. */
  readonly event?: string;
  readonly data: Data;
  readonly id?: string;
  /** Milliseconds to wait before connecting again. */
  readonly retry?: number;
}

/** The stream's instructions for connecting again, kept up to date while it is read. */
export interface EventStreamState {
  lastEventId: string;
  retry: number | undefined;
}

/**
 * The events of a stream, by the rules of HTML, section 9.2.6, each as soon as the empty line behind it has arrived:
 * blocks without data are not events, an event that the end cuts off is dropped, unknown fields and comments are ignored.
 */
export async function* parseEvents(
  chunks: AsyncIterable<Uint8Array>,
  state: EventStreamState = { lastEventId: "", retry: undefined },
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let fields: Fields = { data: [] };
  for await (const line of splitLines(chunks, lineEnds())) {
    if (!line.endsWith("\n")) {
      return;
    }
    if (line !== "\n") {
      readField(line.slice(0, -1), fields, state);
      continue;
    }
    const { data, event, ...rest } = fields;
    fields = { data: [] };
    // Not before: after a break inside an event, the one before it was the last.
    state.lastEventId = rest.id ?? state.lastEventId;
    if (data.length > 0) {
      // An empty type is the usual one.
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

/** Lines end with LF, CR or both, which may be in different chunks. */
function lineEnds(): (text: string) => string {
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
 * An event as text. Data with line breaks is several lines, which a reader puts together with LF.
 *
 * @throws TypeError when a reader would not get a field as it is
 */
export function eventToText({ event, data, id, retry }: ServerSentEvent): string {
  const field = (name: string, value: unknown, refused: RegExp, rule: string): string => {
    const text = String(value);
    if (refused.test(text)) {
      throw new TypeError(`The ${name} of an event ${rule}, and is ${JSON.stringify(text)}.`);
    }
    return `${name}: ${text}\n`;
  };
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return [
    event === undefined ? "" : field("event", event, /[\r\n]/, "must not contain line breaks"),
    id === undefined
      ? ""
      : // Readers ignore an id with NUL.
        field("id", id, /[\r\n\0]/, "must not contain line breaks or NUL"),
    retry === undefined ? "" : field("retry", retry, /\D|^$/, "must be a whole number"),
    ...lines,
    "\n",
  ].join("");
}
