import type { Call } from "@specwright/runtime/v1/server";
import { PlatformError } from "../../../base/errors.ts";

/** Bytes of the longest line. Parsing and checking it takes some milliseconds. */
export const longestLine: number = 256 * 1024;

/**
 * Ends the body of a call, when it is read as a stream, at a line that is longer than `longestLine`. Without that, a body
 * without line ends would be held in memory as a whole.
 */
export function limitLines(call: Pick<Call, "streamBody">): void {
  const streamBody = call.streamBody.bind(call);
  call.streamBody = (limit) => ReadableStream.from(checkLines(streamBody(limit)));
}

async function* checkLines(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of body) {
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(lineFeed, from);
      length += (end === -1 ? chunk.length : end) - from;
      if (length > longestLine) {
        // The whole lines before it are still imported.
        yield chunk.subarray(0, from);
        throw refuseLongLine();
      }
      if (end === -1) {
        break;
      }
      length = 0;
      from = end + 1;
    }
    yield chunk;
  }
}

const lineFeed = 10;

function refuseLongLine(): PlatformError {
  const words = {
    message: `The line is longer than ${longestLine} bytes.`,
    suggestedFix: "End each line with a line feed, and send one connection a line.",
  };
  return new PlatformError("Request_BodyTooLarge", { words });
}
