/** The form of base64 that a blob is encoded in. */
export type Base64Form =
  /** RFC 4648, section 5, without padding. */
  | "url"
  /** RFC 2045, section 6.8: lines for this number of bytes, each with its line break. */
  | { readonly lineBytes: number };

/**
 * The bytes of a blob in base64. They are read and encoded while they are sent, so that a large file takes the memory of one piece; the
 * size is known before, as applications that refuse chunks want it.
 */
export function encodeBlob(blob: Blob, form: Base64Form): Blob {
  return createStreamedBlob(countEncoded(blob.size, form), async function* () {
    const group = form === "url" ? 3 : form.lineBytes;
    let rest = Buffer.alloc(0);
    for await (const piece of blob.stream()) {
      const bytes = Buffer.concat([rest, piece]);
      const whole = bytes.length - (bytes.length % group);
      rest = bytes.subarray(whole);
      if (whole > 0) {
        yield Buffer.from(encode(bytes.subarray(0, whole), form));
      }
    }
    if (rest.length > 0) {
      yield Buffer.from(encode(rest, form));
    }
  });
}

/** Blobs one after the other. Unlike `new Blob(parts)`, it does not copy blobs whose bytes are made when they are read. */
export function joinBlobs(parts: readonly Blob[]): Blob {
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  return createStreamedBlob(size, async function* () {
    for (const part of parts) {
      yield* part.stream();
    }
  });
}

function countEncoded(size: number, form: Base64Form): number {
  if (form === "url") {
    return Math.ceil((size * 4) / 3);
  }
  const lines = Math.ceil(size / form.lineBytes);
  return Math.ceil(size / 3) * 4 + 2 * lines;
}

function encode(bytes: Buffer, form: Base64Form): string {
  if (form === "url") {
    return bytes.toString("base64url");
  }
  const text = bytes.toString("base64");
  const width = (form.lineBytes / 3) * 4;
  let lines = "";
  for (let start = 0; start < text.length; start += width) {
    lines += `${text.slice(start, start + width)}\r\n`;
  }
  return lines;
}

/** A blob whose bytes are made each time that it is read. */
function createStreamedBlob(size: number, read: () => AsyncGenerator<Uint8Array>): Blob {
  const stream = () => ReadableStream.from(read());
  // `Blob` has no way to name a source, and senders only ask for the size and the stream.
  return Object.defineProperties(new Blob([]), {
    size: { value: size },
    stream: { value: stream },
    text: { value: () => new Response(stream()).text() },
    arrayBuffer: { value: () => new Response(stream()).arrayBuffer() },
  });
}
