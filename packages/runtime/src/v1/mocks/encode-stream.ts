import { encodeItems, type StreamFormat } from "../streams/encode.ts";

/**
 * Returns a function that encodes the items of a stream, and leaves bodies that are encoded already as they are. Generated
 * code calls it only where an operation has a stream.
 */
export function encodeMockStream(
  format: StreamFormat,
  terminator?: string,
): (body: unknown) => unknown {
  return (body) => {
    const isEncoded =
      typeof body !== "object" ||
      body === null ||
      body instanceof ReadableStream ||
      body instanceof Uint8Array;
    return !isEncoded && (Symbol.iterator in body || Symbol.asyncIterator in body)
      ? // Checked just now.
        encodeItems(body as Iterable<unknown>, format, { terminator })
      : body;
  };
}
