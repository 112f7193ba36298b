import type { IncomingMessage } from "node:http";
import { BodyTooLargeError } from "./call.ts";

/** By name, because each entry of the runtime may have a copy of this module. */
const streamed = Symbol.for("@specwright/runtime streamed body");

interface MarkedMessage extends IncomingMessage {
  [streamed]?: "open" | "over";
}

/** Whether the body is read as a stream: it may take as long as it likes then, but not stand still. */
export function isStreamed(incoming: IncomingMessage): boolean {
  return (incoming as MarkedMessage)[streamed] !== undefined;
}

/** Whether there is a stream of the body that may still be asked for pieces, so that nobody else may take them. */
export function isStreamOpen(incoming: IncomingMessage): boolean {
  return (incoming as MarkedMessage)[streamed] === "open";
}

/**
 * The body as it arrives, a piece whenever one is asked for: nothing is read before that, and a handler that does not ask
 * makes the client wait. Over the limit, and when it is cancelled, the connection stays open for the answer.
 *
 * `Readable.toWeb` would read ahead, which sends `100 Continue`, and close the connection.
 */
export function streamIncoming(
  incoming: IncomingMessage,
  limit: number,
): ReadableStream<Uint8Array> {
  const marked: MarkedMessage = incoming;
  marked[streamed] = "open";
  const pieces: AsyncIterator<Uint8Array> = incoming.iterator({ destroyOnReturn: false });
  let size = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done === true) {
          marked[streamed] = "over";
          controller.close();
          return;
        }
        size += value.byteLength;
        if (size > limit) {
          marked[streamed] = "over";
          await pieces.return?.();
          throw new BodyTooLargeError(limit);
        }
        controller.enqueue(value);
      },
      cancel() {
        marked[streamed] = "over";
        // It waits for a piece that was asked for already, which may never come.
        void pieces.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
