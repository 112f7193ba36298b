import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { Answer } from "../call.ts";

/**
 * Writes an answer to a response of `node:http`, with backpressure. A streamed body is cancelled when the client
 * disconnects.
 *
 * @returns for a streamed body, a promise that resolves when the body has been sent. When the stream fails, it rejects
 * with the stream's error and closes the connection, because the status has been sent already.
 */
export function writeAnswer(answer: Answer, outgoing: ServerResponse): Promise<void> | undefined {
  const { status, headers, body } = answer;
  if (body instanceof ReadableStream) {
    outgoing.writeHead(status, headers as OutgoingFields);
    return writeStream(body, outgoing);
  }
  if (body !== null) {
    const length = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
    headers["content-length"] = String(length);
  } else if (headers["content-length"] === undefined && status >= 200 && status !== 204) {
    headers["content-length"] = "0";
  }
  outgoing.writeHead(status, headers as OutgoingFields);
  outgoing.end(body);
  return undefined;
}

/** Node declares lists as mutable, but does not change them. */
type OutgoingFields = Record<string, string | string[]>;

async function writeStream(body: ReadableStream, outgoing: ServerResponse): Promise<void> {
  // Node declares another type for the same class.
  const readable = Readable.fromWeb(body as NodeReadableStream);
  // Send the header fields now, because the first chunk may take long.
  outgoing.flushHeaders();
  try {
    await pipeline(readable, outgoing);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The client disconnected, which is not an error of the server.
    if (code !== "ERR_STREAM_PREMATURE_CLOSE" && code !== "ECONNRESET" && code !== "EPIPE") {
      throw error;
    }
  }
}
