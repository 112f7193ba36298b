import { Failed, failInvalidRequest } from "../answers/failure.ts";
import { BodyTooLargeError, BodyUsedError, type Call } from "../call.ts";
import type { Later } from "../later.ts";

/** Reads the bytes of a body, exactly as they were sent. Resolves to a Failed in the same cases as `readWhole`. */
export function readRaw(call: Call, limit: number): Promise<Uint8Array | Failed> {
  return call.readBody(limit, true).catch((error: unknown) => toFailed(error, limit));
}

/** A copy of a call whose body has been read already, for decoders that take a call. */
export function withRawBody(call: Call, bytes: Uint8Array): Call {
  const { method, path, query, headers, context } = call;
  return {
    method,
    path,
    query,
    headers,
    context,
    hasBody: true,
    bytes,
    readBody: async () => bytes,
    readChunks: async (_, onChunk) => onChunk(bytes),
    // Bodies are never in shared memory, so the buffer is a plain ArrayBuffer.
    streamBody: () => new Blob([bytes as Uint8Array<ArrayBuffer>]).stream(),
    get request() {
      return call.request;
    },
  };
}

/** Reads a body to its end and parses it. Resolves to a Failed when the body is too large or arrives incomplete. */
export function readWhole(
  call: Call,
  limit: number,
  parse: (bytes: Uint8Array) => Later<unknown>,
): Later<unknown> {
  if (call.bytes !== undefined && call.bytes.byteLength <= limit) {
    return parse(call.bytes);
  }
  return call.readBody(limit).then(parse, (error: unknown) => {
    return toFailed(error, limit);
  });
}

/**
 * The failure for an error of reading a body.
 *
 * @throws BodyUsedError, which is a mistake of the application, not of the client
 */
export function toFailed(error: unknown, limit: number): Failed {
  if (error instanceof BodyTooLargeError) {
    return new Failed({ kind: "body-too-large", status: 413, limit });
  }
  if (error instanceof BodyUsedError) {
    throw error;
  }
  // The client disconnected or sent less than it announced. The server did not fail.
  return failInvalidRequest(["body: incomplete"]);
}
