import { type PartHead, parseHead } from "./head.ts";

/** Receives the parts of a body as they arrive. */
export interface PartSink {
  readonly onHead: (head: PartHead) => void;
  /** The bytes may be reused after the call, so copy the ones that you keep. */
  readonly onContent: (bytes: Uint8Array) => void;
  readonly onEnd: () => void;
}

/** A parser that is given a multipart body in chunks of any size. */
export interface MultipartParser {
  readonly push: (chunk: Uint8Array) => void;
  /** @throws MultipartError when the last part has not ended */
  readonly end: () => void;
}

/** The body is not valid `multipart/*` (RFC 2046, section 5.1). */
export class MultipartError extends Error {
  override readonly name: string = "MultipartError";
}

/** The part of the body that the next bytes belong to. */
type State = "before" | "delimiter" | "head" | "content" | "after";

/** The limit of the header fields of a part, in bytes. Ordinary forms have a few hundred. */
const headLimit = 16 * 1024;

const lineEnd = [13, 10];
const headEnd = [13, 10, 13, 10];
const dash = 45;

/**
 * Prepares the parsing of one body. Text before the first part and after the last one is ignored.
 *
 * @throws MultipartError while chunks are pushed, for bytes that cannot be a part
 */
export function createMultipartParser(boundary: string, sink: PartSink): MultipartParser {
  const delimiter = [...new TextEncoder().encode(`\r\n--${boundary}`)];
  // A delimiter begins with a line end, except at the very beginning of the body. This one makes up for it.
  let rest: Uint8Array = Uint8Array.from(lineEnd);
  let state: State = "before";

  /** Each step consumes bytes of the rest. It returns false when it needs more bytes. */
  const steps: Readonly<Record<State, () => boolean>> = {
    before: () => toDelimiter(() => undefined),
    content: () => toDelimiter(sink.onContent),
    after: () => {
      rest = rest.subarray(rest.length);
      return false;
    },
    delimiter: () => {
      if (rest.length < 2) {
        return false;
      }
      if (rest[0] === dash && rest[1] === dash) {
        state = "after";
        return true;
      }
      const end = findBytes(rest, lineEnd, 0);
      if (end > headLimit || (end < 0 && rest.length > headLimit)) {
        throw new MultipartError("a boundary is not followed by a line end");
      }
      if (end < 0) {
        return false;
      }
      // Keep the line end: a part without header fields is recognized by two line ends in a row.
      rest = rest.subarray(end);
      state = "head";
      return true;
    },
    head: () => {
      const end = findBytes(rest, headEnd, 0);
      if (end > headLimit || (end < 0 && rest.length > headLimit)) {
        throw new MultipartError("the header fields of a part are too long");
      }
      if (end < 0) {
        return false;
      }
      sink.onHead(parseHead(rest.subarray(0, end)));
      rest = rest.subarray(end + headEnd.length);
      // The delimiter of an empty part begins with the line end of its head.
      state = "content";
      return true;
    },
  };

  const toDelimiter = (onBytes: (bytes: Uint8Array) => void): boolean => {
    const at = findBytes(rest, delimiter, 0);
    // Keep the last bytes: they may be the beginning of a delimiter.
    const free = at < 0 ? Math.max(0, rest.length - delimiter.length + 1) : at;
    if (free > 0) {
      onBytes(rest.subarray(0, free));
    }
    rest = rest.subarray(at < 0 ? free : at + delimiter.length);
    if (at < 0) {
      return false;
    }
    if (state === "content") {
      sink.onEnd();
    }
    state = "delimiter";
    return true;
  };

  return {
    push(chunk) {
      rest = join(rest, chunk);
      while (steps[state]()) {
        // each step takes what it can
      }
    },
    end() {
      if (state !== "after") {
        throw new MultipartError("the last boundary is missing");
      }
    },
  };
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) {
    return second;
  }
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

/**
 * The index of a sequence of bytes; -1 when it does not occur. `indexOf` of the first byte does most of the work, and
 * is fast.
 */
function findBytes(bytes: Uint8Array, wanted: readonly number[], from: number): number {
  const [first = 0] = wanted;
  const last = bytes.length - wanted.length;
  for (
    let at = bytes.indexOf(first, from);
    at >= 0 && at <= last;
    at = bytes.indexOf(first, at + 1)
  ) {
    let length = 1;
    while (length < wanted.length && bytes[at + length] === wanted[length]) {
      length += 1;
    }
    if (length === wanted.length) {
      return at;
    }
  }
  return -1;
}
