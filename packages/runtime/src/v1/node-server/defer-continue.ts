import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Sends `100 Continue` when somebody begins to read the body, and not before: a request that is refused by its header
 * fields alone (RFC 9110, section 10.1.1) costs no transfer. Such an answer closes the connection, because the client may
 * or may not send the body after it.
 */
export function deferContinue(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { shouldKeepAlive } = outgoing;
  outgoing.shouldKeepAlive = false;
  const read = incoming._read;
  // Called on the first demand, whether it is by `data`, `readable`, `pipe` or `for await`.
  incoming._read = (size) => {
    incoming._read = read;
    // Node throws a body away that nobody has read, after the answer.
    if (!outgoing.headersSent && !outgoing.destroyed) {
      outgoing.shouldKeepAlive = shouldKeepAlive;
      outgoing.writeContinue();
    }
    incoming._read(size);
  };
}
