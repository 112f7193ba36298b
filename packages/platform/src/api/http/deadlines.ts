import type { Answer, Call } from "@specwright/runtime/v1/server";
import { MemberSet } from "../../base/sharing/member-set.ts";
import type { RequestContext } from "../handlers/handler.ts";

/**
 * Milliseconds in which a request is answered, counted from the last byte of its body. The longest steps of ordinary
 * requests are a call to an application (60 s) and a token request before it (25 s).
 */
const usualMs = 120_000;

/**
 * Operations with more time: fifty tools of a session are executed ten at a time, each in up to 60 s, and a document is
 * compiled in up to 60 s when its turn has come.
 */
const longerMs: ReadonlyMap<string | undefined, number> = new Map([
  ["callSessionMcp", 480_000],
  ["executeMetaTool", 480_000],
  ["importToolkit", 240_000],
  ["replaceToolkit", 240_000],
]);

/** Milliseconds between two looks at the running requests. */
const sweepMs = 1_000;

/** An operation or a place, as far as its deadline is concerned. */
interface Timed {
  readonly name: string;
  /** Milliseconds, if the place has its own. */
  readonly deadlineMs?: number | undefined;
}

/** A request that is being answered. */
interface Running {
  readonly context: RequestContext;
  readonly limitMs: number;
  /** Milliseconds of `performance.now()` at which the request arrived, or at which its body last made progress. */
  since: number;
  /** The bytes of its body that had arrived by then. */
  bytes: number | undefined;
  readonly giveUp: () => void;
}

/** The deadlines of all requests of a process. */
export interface Deadlines {
  /**
   * Waits for an answer until the request's deadline. Then the signal of `watchCaller` aborts, so that the work ends, and
   * the answer that comes too late is thrown away.
   *
   * A body that arrives has the limits of the server: 30 s, or 30 s without progress for a stream. A stream that is an
   * answer may last, because its request was answered when it began.
   *
   * @param late makes the answer of a request that is given up
   */
  wait(
    call: Call<RequestContext>,
    route: Timed | undefined,
    answer: () => Promise<Answer>,
    late: () => Answer,
  ): Promise<Answer>;
}

/** Creates the deadlines. One timer looks at all running requests, so that a request costs no timer of its own. */
export function createDeadlines(): Deadlines {
  const running = new MemberSet<Running>();
  let isSweeping = false;
  const sweep = (): void => {
    isSweeping = false;
    const now = performance.now();
    for (const each of running) {
      const bytes = each.context.countArriving();
      if (bytes !== each.bytes) {
        each.bytes = bytes;
        each.since = now;
      } else if (now - each.since >= each.limitMs) {
        each.giveUp();
      }
    }
    keepSweeping();
  };
  const keepSweeping = (): void => {
    if (running.size > 0 && !isSweeping) {
      isSweeping = true;
      setTimeout(sweep, sweepMs).unref();
    }
  };
  return {
    wait: ({ context }, route, answer, late) =>
      new Promise((resolve, reject) => {
        let isLate = false;
        const leave = running.add({
          context,
          limitMs: route?.deadlineMs ?? longerMs.get(route?.name) ?? usualMs,
          since: performance.now(),
          bytes: context.countArriving(),
          giveUp: () => {
            isLate = true;
            leave();
            resolve(late());
            context.giveUp();
          },
        });
        keepSweeping();
        answer().then(
          (answered) => {
            leave();
            if (isLate) {
              discard(answered);
            } else {
              resolve(answered);
            }
          },
          (error: unknown) => {
            leave();
            reject(error);
          },
        );
      }),
  };
}

/** Lets a stream that nobody reads free what it holds. */
function discard({ body }: Answer): void {
  if (body instanceof ReadableStream) {
    body.cancel().catch(() => {});
  }
}
