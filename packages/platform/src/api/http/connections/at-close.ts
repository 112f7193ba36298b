import type { ServerResponse } from "node:http";

const callbacks = new WeakMap<ServerResponse, (() => void)[]>();

/**
 * Calls back when a response is closed, whether it was sent or not. All callbacks of a response share one listener: a
 * streamed answer has seven of Node's own and two of the runtime, and Node warns about more than ten.
 */
export function atClose(outgoing: ServerResponse, callback: () => void): void {
  const known = callbacks.get(outgoing);
  if (known !== undefined) {
    known.push(callback);
    return;
  }
  const all = [callback];
  callbacks.set(outgoing, all);
  outgoing.once("close", () => {
    for (const each of all) {
      each();
    }
  });
}
