import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/**
 * How many requests of one connection may wait for their turn. Each costs about 5 kB, and Node parses up to 64 kB of
 * them before it can be paused. Clients that pipeline send about ten at a time.
 */
const mostWaiting = 100;

/**
 * Milliseconds for which a refused connection still reads. If it closed at once, the client would not get the answer.
 */
const lingerMs = 1000;

/**
 * How many checks are made within `answerTimeout`. An answer is given up at most two checks late: with a timeout of 30
 * seconds, after 30 to 33 seconds.
 */
const checks = 20;

/** One connection of a server, with the request that is being answered and the ones that wait for their turn. */
export class Connection {
  readonly #socket: Socket;
  readonly #answerTimeout: number;
  readonly #serve: RequestListener;
  #current: Exchange | undefined;
  #waiting: Exchange[] = [];
  /** Makes the answer that ends the connection, after the answers before it have been sent. */
  #refusal: (() => string) | undefined;
  #isRefused = false;
  #hasAnswered = false;
  /** The time at which the answer stopped making progress, and the time of the last check that saw this. */
  #stalledSince = 0;
  #stalledAt = 0;

  constructor(socket: Socket, answerTimeout: number, serve: RequestListener) {
    this.#socket = socket;
    this.#answerTimeout = answerTimeout;
    this.#serve = serve;
  }

  /** Milliseconds for `server.timeout`, after which Node calls `onTimeout`. */
  static checkInterval(answerTimeout: number): number {
    return Math.ceil(answerTimeout / checks);
  }

  /** Serves a request, or lets it wait. */
  arrive(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const socket = this.#socket;
    if (this.#isRefused) {
      // The connection has been refused, so this request is not answered any more.
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
   * Ends the connection with an answer. The requests that arrived before the refused one are answered first.
   *
   * @param incoming the refused request; undefined when the bytes were not a request
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
   * Called when the socket has read and written nothing for a while. Closes idle connections, and connections whose
   * client does not read its answer. It does not limit handlers, nor requests that are still arriving, which have
   * timeouts of their own.
   */
  onTimeout(): void {
    const socket = this.#socket;
    if (this.#current === undefined) {
      // On a new connection on which nothing has arrived, `headersTimeout` answers 408.
      if (this.#hasAnswered) {
        socket.destroy();
      }
      return;
    }
    if (socket.writableLength === 0 && this.#current.outgoing.writableLength === 0) {
      return;
    }
    // When a pending write has made progress, Node restarts the timer without calling this method, so the next call
    // comes later than one interval.
    const interval = Connection.checkInterval(this.#answerTimeout);
    const now = performance.now();
    // Two intervals without a call mean progress. A busy process delays a call by less than one interval.
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

  /**
   * Begins the next of several pipelined requests after other connections have had their turn. Otherwise a client that
   * pipelines a hundred would delay everybody else by the time of a hundred answers.
   */
  #beginInTurn(exchange: Exchange): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) {
      this.#current = undefined;
      this.#waiting = [];
    } else {
      this.#begin(exchange);
    }
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
      // Until it begins, it counts as the current one, so that requests that arrive wait behind it.
      this.#current = next;
      setImmediate(() => this.#beginInTurn(next));
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

/**
 * Returns whether a request has arrived completely. It can then be answered even when its connection has an error
 * later.
 */
function isAnswerable({ incoming }: Exchange): boolean {
  return incoming.complete;
}
