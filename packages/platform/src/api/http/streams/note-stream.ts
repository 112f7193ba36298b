import type { Answer, Call } from "@specwright/runtime/v1/server";
import type { Logger } from "pino";
import type { RequestContext } from "../../handlers/handler.ts";
import type { Metrics } from "../metrics.ts";
import { prepareLastingStream } from "./last.ts";

/** The log and the metrics that record the ends of streams. */
export interface StreamNotes {
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** A comment, which clients of event streams ignore (HTML, section 9.2.6). */
const heartbeat = { everyMs: 15_000, bytes: new TextEncoder().encode(":\n\n") };

/**
 * Watches a response whose body is a stream, because it continues after its line in the log. It is counted while it is
 * open, and its end is a second line. A stream of events also gets heartbeats and ends properly when the process stops.
 * If its client waits for news (GET), it ends at once, since the client will reconnect elsewhere. If it is the response
 * to a call, it ends with the last of the running calls.
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
  answer.body = prepareLastingStream(body, {
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
