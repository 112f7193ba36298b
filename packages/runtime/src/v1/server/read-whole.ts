import { BodyTooLargeError, BodyUsedError, type Call } from "./call.ts";
import { Failed, invalidRequest } from "./failure.ts";
import type { Later } from "./later.ts";

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
