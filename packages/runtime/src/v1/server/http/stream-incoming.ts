import type { IncomingMessage } from "node:http";
import { BodyTooLargeError } from "../call.ts";

/** By name, because each entry of the runtime may have a copy of this module. */
const streamed = Symbol.for("@specwright/runtime streamed body");

interface MarkedMessage extends IncomingMessage {
  [streamed]?: { isOpen: boolean; onOver: () => void };
}

/** Returns whether the body is read as a stream. A stream may take as long as it likes, but must not stall. */
export function isStreamed(incoming: IncomingMessage): boolean {
  return (incoming as MarkedMessage)[streamed] !== undefined;
}

/**
 * Calls a function when nobody can ask the stream of the body for pieces any more: later, when the stream is cancelled or
 * goes over its limit, or at once.
 */
export function afterStream(incoming: IncomingMessage, onOver: () => void): void {
  const stream = (incoming as MarkedMessage)[streamed];
  if (stream?.isOpen === true) {
    stream.onOver = onOver;
  } else {
    onOver();
  }
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
  const stream = { isOpen: true, onOver: (): void => undefined };
  marked[streamed] = stream;
  const end = (): void => {
    stream.isOpen = false;
    stream.onOver();
  };
  const pieces: AsyncIterator<Uint8Array> = incoming.iterator({ destroyOnReturn: false });
  let size = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done === true) {
          end();
          controller.close();
          return;
        }
        size += value.byteLength;
        if (size > limit) {
          await pieces.return?.();
          end();
          throw new BodyTooLargeError(limit);
        }
        controller.enqueue(value);
      },
      cancel() {
        // It waits for a piece that was asked for already, which may never come.
        void pieces.return?.();
        end();
      },
    },
    { highWaterMark: 0 },
  );
}
