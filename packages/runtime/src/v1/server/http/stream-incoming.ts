import type { IncomingMessage } from "node:http";
import { BodyTooLargeError } from "../call.ts";

/** A registered symbol (`Symbol.for`), because each entry of the runtime may contain its own copy of this module. */
const streamed = Symbol.for("@specwright/runtime streamed body");

interface MarkedMessage extends IncomingMessage {
  [streamed]?: { isOpen: boolean; onOver: () => void };
}

/** Returns whether the body is read as a stream. A stream may take any time, but must not stall. */
export function isStreamed(incoming: IncomingMessage): boolean {
  return (incoming as MarkedMessage)[streamed] !== undefined;
}

/**
 * Calls a function when nobody reads the body as a stream: at once, or when an open stream ends, is cancelled or
 * exceeds its limit.
 */
export function callAfterStream(incoming: IncomingMessage, onOver: () => void): void {
  const stream = (incoming as MarkedMessage)[streamed];
  if (stream?.isOpen === true) {
    stream.onOver = onOver;
  } else {
    onOver();
  }
}

/**
 * The body as a stream. A piece is read only when the handler asks for one, so a handler that does not read makes the
 * client wait. When the stream exceeds the limit or is cancelled, the connection stays open for the answer.
 *
 * `Readable.toWeb` is not used: it reads ahead, which would send `100 Continue`, and it closes the connection on
 * cancel.
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
        // Do not await this: it waits for a piece that has been requested already and may never arrive.
        void pieces.return?.();
        end();
      },
    },
    { highWaterMark: 0 },
  );
}
