import { Failed, invalidRequest } from "../answers/failure.ts";
import { BodyTooLargeError, BodyUsedError, type Call } from "../call.ts";
import type { Later } from "../later.ts";

/** The bytes of a body exactly as they came, or a Failed as `readWhole` has it. */
export function readRaw(call: Call, limit: number): Promise<Uint8Array | Failed> {
  return call.readBody(limit, true).catch((error: unknown) => toFailed(error, limit));
}

/** The call with a body that was read already, for decoders that take a call. */
export function withRawBody(call: Call, bytes: Uint8Array): Call {
  const { method, path, query, headers, context } = call;
  return {
    method,
    path,
    query,
    headers,
    context,
    hasBody: true,
    readBody: async () => bytes,
    readChunks: async (_, onChunk) => onChunk(bytes),
    // A Uint8Array over a plain ArrayBuffer: bodies are never shared memory.
    streamBody: () => new Blob([bytes as Uint8Array<ArrayBuffer>]).stream(),
    get request() {
      return call.request;
    },
  };
}

/** Reads a body to its end and makes a value of it; a Failed when it is too large or does not come whole. */
export function readWhole(
  call: Call,
  limit: number,
  parse: (bytes: Uint8Array) => Later<unknown>,
): Promise<unknown> {
  return call.readBody(limit).then(parse, (error: unknown) => {
    return toFailed(error, limit);
  });
}

/**
 * Why a body could not be read.
 *
 * @throws BodyUsedError, which is a fault of ours
 */
export function toFailed(error: unknown, limit: number): Failed {
  if (error instanceof BodyTooLargeError) {
    return new Failed({ kind: "body-too-large", status: 413, limit });
  }
  if (error instanceof BodyUsedError) {
    throw error;
  }
  // The client went away or sent less than it announced: nothing of ours failed.
  return invalidRequest(["body: incomplete"]);
}
