import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Sends `100 Continue` only when the listener begins to read the body. When it refuses a request by its header fields
 * alone, the body is not transferred (RFC 9110, section 10.1.1). Such an answer closes the connection, because the
 * client may or may not send the body after it.
 */
export function deferContinue(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { shouldKeepAlive } = outgoing;
  outgoing.shouldKeepAlive = false;
  const read = incoming._read;
  // Node calls this on the first read, by `data`, `readable`, `pipe` or `for await`.
  incoming._read = (size) => {
    incoming._read = read;
    // After the answer, Node itself reads and discards a body that nobody has read.
    if (!outgoing.headersSent && !outgoing.destroyed) {
      outgoing.shouldKeepAlive = shouldKeepAlive;
      outgoing.writeContinue();
    }
    incoming._read(size);
  };
}
