import { Failed, failInvalidRequest } from "../answers/failure.ts";
import type { Call } from "../call.ts";
import type { Later } from "../later.ts";
import type { PartsDefinition } from "../operation.ts";
import { type DecodedParts, decodeParts, isFilePart } from "./multipart/decode.ts";
import { MultipartError } from "./multipart/parse.ts";
import { type BodyLimits, type Part, readParts, TooManyPartsError } from "./multipart/read.ts";
import { readWhole, toFailed } from "./read-whole.ts";

/** A decoded multipart body, and the documented headers of its parts. */
export class MultipartBody {
  readonly value: unknown;
  readonly headers: unknown;

  constructor({ value, headers }: DecodedParts) {
    this.value = value;
    this.headers = headers;
  }
}

/**
 * Reads a multipart body by the document's description of its parts. Returns a MultipartBody or a Failed, at once when
 * the body is in memory already.
 */
export function readMultipart(
  call: Call,
  limits: BodyLimits,
  definition: PartsDefinition,
): Later<unknown> {
  const decode = (parts: readonly Part[]): MultipartBody | Failed => {
    const errors: string[] = [];
    const decoded = decodeParts(definition, parts, errors);
    return errors.length > 0 ? failInvalidRequest(errors) : new MultipartBody(decoded);
  };
  const fail = (error: unknown): Failed => describeFailure(error, limits);
  try {
    const parts = readParts(call, limits, (head) => isFilePart(definition, head));
    return parts instanceof Promise ? parts.then(decode).catch(fail) : decode(parts);
  } catch (error) {
    return fail(error);
  }
}

function describeFailure(error: unknown, limits: BodyLimits): Failed {
  if (error instanceof MultipartError) {
    return failInvalidRequest([`body: not valid multipart: ${error.message}`]);
  }
  return error instanceof TooManyPartsError
    ? new Failed({ kind: "body-too-large", status: 413, limit: limits.parts, unit: "parts" })
    : toFailed(error, limits.bytes);
}

/** Reads the body as FormData, for servers that an earlier version generated, without descriptions of parts. */
export function readFormData(call: Call, limit: number): Later<unknown> {
  const headers = { "content-type": call.headers.get("content-type") ?? "" };
  return readWhole(call, limit, async (bytes) => {
    try {
      // Bodies are never in shared memory, so the buffer is a plain ArrayBuffer.
      return await new Response(bytes as Uint8Array<ArrayBuffer>, { headers }).formData();
    } catch {
      return failInvalidRequest(["body: not valid multipart/form-data"]);
    }
  });
}
