import { pipeline, Readable, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** The codings that a request asks for. `deflate` is not among them, because servers disagree about its form. */
export const acceptedEncodings = "gzip, br";

/** As in `fetch` and browsers, an empty body and one without its checksum are accepted. */
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const lenientBrotli = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
};

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(lenient),
  "x-gzip": () => createGunzip(lenient),
  br: () => createBrotliDecompress(lenientBrotli),
  deflate: () => createInflate(lenient),
};

/** No server applies more codings than this. Each costs a stream. */
const mostCodings = 5;

/**
 * The body without its codings (RFC 9110, section 8.4). Some applications compress without being asked. A body with an unknown
 * coding is returned as it is, as `fetch` does.
 */
export function decompress(
  body: AsyncIterable<Uint8Array>,
  contentEncoding: string | null,
): AsyncIterable<Uint8Array> {
  if (contentEncoding === null) {
    return body;
  }
  const codings = contentEncoding
    .split(",")
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "" && coding !== "identity");
  const needed = codings.map((coding) => decoders[coding]);
  if (needed.length === 0 || needed.length > mostCodings || needed.includes(undefined)) {
    return body;
  }
  // The last coding was applied last, so it is undone first.
  const streams = needed.reverse().flatMap((create) => create?.() ?? []);
  const [first, ...others] = streams;
  if (first === undefined) {
    return body;
  }
  // The error reaches the reader of the last stream.
  const ignore = (): void => {};
  const decoded = others.reduce<Transform>(
    (from, to) => pipeline(from, to, ignore),
    pipeline(Readable.from(body, { objectMode: false }), first, ignore),
  );
  // Errors are thrown where the body is read. A body that nobody reads must not end the process.
  return decoded.on("error", ignore);
}
