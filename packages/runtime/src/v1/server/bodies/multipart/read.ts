import { readMediaTypeParameter } from "../../answers/media-type.ts";
import type { Call } from "../../call.ts";
import { joinChunks } from "../../http/fetch.ts";
import { callAfter, type Later } from "../../later.ts";
import type { PartHead } from "./head.ts";
import { createMultipartParser, MultipartError } from "./parse.ts";

/** A part of a body: a file, or bytes that are text. */
export interface Part {
  readonly head: PartHead;
  readonly content: File | Uint8Array;
}

/** A multipart body has more parts than the router takes. */
export class TooManyPartsError extends Error {
  override readonly name: string = "TooManyPartsError";
}

/** The limits of a body. */
export interface BodyLimits {
  readonly bytes: number;
  /** The number of parts that a multipart body may have. */
  readonly parts: number;
  /** The total number of arrays, objects and members that a JSON body may have. */
  readonly members: number;
}

/**
 * Reads the parts of a call's body, in their order. The bytes of a file are added to it as they arrive, so no body is
 * in memory twice. Returns them at once when the body is in memory already.
 *
 * @param isFile returns whether the content of a part is a file
 * @throws MultipartError for a malformed multipart body, TooManyPartsError, and the errors of `Call.readChunks`
 */
export function readParts(
  call: Call,
  limits: BodyLimits,
  isFile: (head: PartHead) => boolean,
): Later<readonly Part[]> {
  const boundary = readMediaTypeParameter(call.headers.get("content-type") ?? "", "boundary");
  if (!boundary || boundary.length > longestBoundary) {
    throw new MultipartError("the content type has no boundary");
  }
  const parts: Part[] = [];
  let open: OpenPart | undefined;
  const parser = createMultipartParser(boundary, {
    onHead: (head) => {
      if (parts.length >= limits.parts) {
        throw new TooManyPartsError();
      }
      open = { head, isFile: isFile(head), chunks: [], blobs: [] };
    },
    onContent: (bytes) => {
      if (open?.isFile) {
        // The Blob copies the bytes, so that the chunk can be freed.
        open.blobs.push(new Blob([bytes as Uint8Array<ArrayBuffer>]));
      } else {
        open?.chunks.push(bytes.slice());
      }
    },
    onEnd: () => {
      if (open !== undefined) {
        parts.push({ head: open.head, content: closePartContent(open) });
      }
      open = undefined;
    },
  });
  const { bytes } = call;
  const isHere = bytes !== undefined && bytes.byteLength <= limits.bytes;
  return callAfter(isHere ? parser.push(bytes) : call.readChunks(limits.bytes, parser.push), () => {
    parser.end();
    return parts;
  });
}

/** RFC 2046, section 5.1.1, allows 70 characters. */
const longestBoundary = 200;

interface OpenPart {
  readonly head: PartHead;
  readonly isFile: boolean;
  readonly chunks: Uint8Array[];
  readonly blobs: Blob[];
}

/** A File made of Blobs refers to their bytes without copying them. */
function closePartContent({ head, isFile, chunks, blobs }: OpenPart): File | Uint8Array {
  if (isFile) {
    // The default of RFC 7578, section 4.4, for files without a content type.
    const type = head.contentType ?? "application/octet-stream";
    return new File(blobs, head.filename ?? "", { type });
  }
  return joinChunks(chunks);
}
