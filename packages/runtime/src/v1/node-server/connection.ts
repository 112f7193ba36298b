import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/**
 * Requests of one connection that may wait for their turn. Node parses up to 64 kB at once before it can be stopped, and
 * each request that waits costs about 5 kB. Clients that pipeline have some ten on their way.
 */
const mostWaiting = 100;

/** How long a connection that was refused still reads: to close at once would take the answer from the client. */
const lingerMs = 1000;

/**
 * Checks within the time that an answer may stand still. Progress is noticed at the next check, or the one after it: an answer
 * is given up at most two checks late, so after 30 to 33 seconds where 30 are asked for.
 */
const checks = 20;

/** One connection of a server: which request is being answered, and which ones wait for their turn. */
export class Connection {
  readonly #socket: Socket;
  readonly #answerTimeout: number;
  readonly #serve: RequestListener;
  #current: Exchange | undefined;
  #waiting: Exchange[] = [];
  /** Writes the answer that ends the connection, once those before it are given. */
  #refusal: (() => string) | undefined;
  #isRefused = false;
  #hasAnswered = false;
  /** Since when the answer has stood still, and when that was seen last. */
  #stalledSince = 0;
  #stalledAt = 0;

  constructor(socket: Socket, answerTimeout: number, serve: RequestListener) {
    this.#socket = socket;
    this.#answerTimeout = answerTimeout;
    this.#serve = serve;
  }

  /** The socket's timeout (`server.timeout`), after which Node calls `onTimeout`. */
  static checkInterval(answerTimeout: number): number {
    return Math.ceil(answerTimeout / checks);
  }

  /** Serves a request, or lets it wait. */
  arrive(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const socket = this.#socket;
    if (this.#isRefused) {
      // It comes after the last request of the connection.
      socket.pause();
    } else if (this.#current === undefined) {
      this.#begin({ incoming, outgoing });
    } else if (this.#waiting.length === mostWaiting) {
      socket.destroy();
    } else {
      this.#waiting.push({ incoming, outgoing });
      socket.pause();
    }
  }

  /**
   * Ends the connection with an answer, after those of the requests that arrived before the refused one.
   *
   * @param incoming the refused request, where there is one: it is being answered
   */
  refuse(answer: () => string, incoming?: IncomingMessage): void {
    const socket = this.#socket;
    const current = this.#current;
    if (this.#isRefused) {
      return;
    }
    this.#isRefused = true;
    if (current !== undefined && current.incoming !== incoming && isAnswerable(current)) {
      this.#refusal = answer;
      this.#waiting = this.#waiting.filter(isAnswerable);
    } else if (current?.outgoing.headersSent === true || !socket.writable) {
      socket.destroy();
    } else {
      this.#end(answer);
    }
  }

  /**
   * The socket's timeout: nothing was read or written for a while. Closes an idle connection, and one whose client does
   * not read. A handler that works is left alone, and requests on their way are Node's to time out.
   */
  onTimeout(): void {
    const socket = this.#socket;
    if (this.#current === undefined) {
      // Nothing has arrived on a new connection: `headersTimeout` answers that with 408.
      if (this.#hasAnswered) {
        socket.destroy();
      }
      return;
    }
    if (socket.writableLength === 0 && this.#current.outgoing.writableLength === 0) {
      return;
    }
    // Node starts the time anew without a call when a write that is under way has got further, so that a call comes late then.
    const interval = Connection.checkInterval(this.#answerTimeout);
    const now = performance.now();
    // After progress it is two intervals; a busy process is late by less than one.
    if (now - this.#stalledAt > 1.75 * interval) {
      this.#stalledSince = now - interval;
    }
    this.#stalledAt = now;
    if (now - this.#stalledSince >= this.#answerTimeout) {
      socket.destroy();
    } else {
      socket.setTimeout(interval);
    }
  }

  #begin(exchange: Exchange): void {
    this.#current = exchange;
    // Also when the socket closes.
    exchange.outgoing.once("close", () => this.#next());
    this.#serve(exchange.incoming, exchange.outgoing);
  }

  #next(): void {
    const socket = this.#socket;
    this.#current = undefined;
    this.#hasAnswered = true;
    if (socket.destroyed || socket.writableEnded) {
      this.#waiting = [];
      return;
    }
    const next = this.#waiting.shift();
    if (this.#waiting.length === 0) {
      socket.resume();
    }
    if (next !== undefined) {
      this.#begin(next);
    } else if (this.#refusal !== undefined) {
      this.#end(this.#refusal);
    }
  }

  #end(answer: () => string): void {
    const socket = this.#socket;
    socket.end(answer());
    setTimeout(() => socket.destroy(), lingerMs).unref();
  }
}

/** Returns whether a request has arrived completely, so that an error of its connection is not its fault. */
function isAnswerable({ incoming }: Exchange): boolean {
  return incoming.complete;
}
