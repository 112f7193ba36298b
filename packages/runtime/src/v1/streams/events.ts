import { splitText } from "./split-text.ts";

/** An event of `text/event-stream` (HTML, section 9.2): the fields that it was sent with. */
export interface ServerSentEvent<Data = string> {
  /** The type of the event; `message` is meant when there is none. */
  readonly event?: string;
  readonly data: Data;
  readonly id?: string;
  /** Milliseconds to wait before connecting again. */
  readonly retry?: number;
}

/** What a stream has said about connecting again, kept up to date while it is read. */
export interface EventStreamState {
  lastEventId: string;
  retry: number | undefined;
}

/**
 * The events of a stream, by the rules of HTML, section 9.2.6: blocks without data are no events, an event that the end
 * cuts off is dropped, unknown fields and comments are ignored.
 */
export async function* parseEvents(
  chunks: AsyncIterable<Uint8Array>,
  state: EventStreamState = { lastEventId: "", retry: undefined },
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let fields: Fields = { data: [] };
  let previous: string | undefined;
  for await (const line of splitText(chunks, "\n", lineEnds())) {
    // What comes after the last line end is no line: it is held back until there is another.
    if (previous === "") {
      if (fields.data.length > 0) {
        const { data, ...rest } = fields;
        yield { ...rest, data: data.join("\n") };
      }
      fields = { data: [] };
    } else if (previous !== undefined) {
      readField(previous, fields, state);
    }
    previous = line;
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
    state.lastEventId = value;
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
 * @throws TypeError when a field cannot be carried
 */
export function eventToText({ event, data, id, retry }: ServerSentEvent): string {
  const field = (name: string, value: unknown): string => {
    const text = String(value);
    if (/[\r\n]/.test(text) || (name === "id" && text.includes("\0"))) {
      throw new TypeError(`The ${name} of an event must not contain line breaks.`);
    }
    return `${name}: ${text}\n`;
  };
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return [
    event === undefined ? "" : field("event", event),
    id === undefined ? "" : field("id", id),
    retry === undefined ? "" : field("retry", retry),
    ...lines,
    "\n",
  ].join("");
}
