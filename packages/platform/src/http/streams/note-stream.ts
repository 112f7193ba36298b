import type { Answer, Call } from "@specwright/runtime/v1/server";
import type { Logger } from "pino";
import type { RequestContext } from "../../handlers/handler.ts";
import type { Metrics } from "../metrics.ts";
import { last } from "./last.ts";

/** The log and the metrics, in which the ends of answers are noted. */
export interface StreamNotes {
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** A comment, which clients of events skip (HTML, section 9.2.6). */
const heartbeat = { everyMs: 15_000, bytes: new TextEncoder().encode(":\n\n") };

/**
 * An answer whose body is a stream goes on after its line in the log: it is counted while it is open, and has a second line
 * at its end. A stream of events also gets signs of life, and ends in good order when the process stops: at once where
 * its client waits for news (GET), since it will ask elsewhere, and with the last of the calls where it is the answer to one.
 */
export function noteStream(
  answer: Answer,
  call: Call<RequestContext>,
  route: string,
  { log, metrics }: StreamNotes,
): void {
  const { body } = answer;
  if (!(body instanceof ReadableStream)) {
    return;
  }
  const { context, method } = call;
  const began = performance.now();
  const closed = metrics.openStream(route);
  // A file of this type is sent as it is, and whole.
  const isFile = answer.headers["content-disposition"] !== undefined;
  const isEvents = !isFile && /^text\/event-stream\b/i.test(String(answer.headers["content-type"]));
  const stop = method === "GET" ? context.stopping : context.stopped;
  answer.body = last(body, {
    ...(isEvents ? { heartbeat, stop } : {}),
    onEnd: (end) => {
      closed();
      log.info(
        {
          request_id: context.requestId,
          operation: route,
          end,
          duration_ms: Math.round(performance.now() - began),
          project_id: context.found.projectId,
        },
        "stream ended",
      );
    },
  });
}
