import type { Dispatcher } from "undici";

/**
 * Bytes that may wait for their reader, as in Node's streams. When more have arrived, the application is made to wait.
 */
const mostWaiting = 64 * 1024;

/**
 * The body of an answer as it arrives. Leaving a loop over it gives up the rest, and the connection. A stream of Node or
 * of the web does several times the work for the one piece that most answers have.
 */
export class ReceivedBody implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #controller: Dispatcher.DispatchController;
  readonly #pieces: Uint8Array[] = [];
  #waiting = 0;
  #end: { readonly error?: Error } | undefined;
  #wake = (): void => {};

  constructor(controller: Dispatcher.DispatchController) {
    this.#controller = controller;
  }

  add(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#waiting += piece.byteLength;
    if (this.#waiting >= mostWaiting) {
      this.#controller.pause();
    }
    this.#wake();
  }

  /** No more pieces arrive. With an error, reading fails after the last one. */
  end(error?: Error): void {
    this.#end ??= error === undefined ? {} : { error };
    this.#wake();
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    for (;;) {
      const piece = this.#pieces.shift();
      if (piece !== undefined) {
        this.#waiting -= piece.byteLength;
        if (this.#controller.paused && this.#waiting < mostWaiting) {
          this.#controller.resume();
        }
        return { done: false, value: piece };
      }
      if (this.#end?.error !== undefined) {
        throw this.#end.error;
      }
      if (this.#end !== undefined) {
        return { done: true, value: undefined };
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#pieces.length = 0;
    if (this.#end === undefined) {
      this.end();
      this.#controller.abort(new Error("The rest of the body is not needed."));
    }
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
