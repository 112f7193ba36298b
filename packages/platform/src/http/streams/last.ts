/** How an answer that lasts came to its end. */
export type StreamEnd = "done" | "failed" | "left" | "stopped";

/** Options of an answer that lasts. */
export interface LastOptions {
  /**
   * Ends the stream as if it were finished, so that its client sees a whole answer and not a broken connection. Not for
   * files, which would seem to be whole.
   */
  readonly stop?: AbortSignal;
  /** Called once, at the end. */
  readonly onEnd: (end: StreamEnd) => void;
  /** Sent when nothing was sent for so long, in milliseconds: proxies close connections that are silent for a minute. */
  readonly heartbeat?: { readonly everyMs: number; readonly bytes: Uint8Array };
}

/**
 * The same stream for an answer that may last for hours. A piece is asked for when the client has taken the one before it.
 * Heartbeats come between whole events, and not to a client that does not read. When the client leaves, the stream is
 * cancelled.
 */
export function last(
  stream: ReadableStream<Uint8Array>,
  { stop, onEnd, heartbeat }: LastOptions,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let hasEnded = false;
  let timer: NodeJS.Timeout | undefined;
  let isBetweenEvents = true;
  let onStop = (): void => {};
  const end = (how: StreamEnd): void => {
    if (!hasEnded) {
      hasEnded = true;
      clearInterval(timer);
      stop?.removeEventListener("abort", onStop);
      onEnd(how);
    }
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        onStop = () => {
          end("stopped");
          controller.close();
          // The source may fail while it gives up; its answer has ended already.
          reader.cancel(stop?.reason).catch(() => {});
        };
        stop?.addEventListener("abort", onStop, { once: true });
        if (heartbeat !== undefined) {
          timer = setInterval(() => {
            // Zero: the client has taken everything. Otherwise heartbeats would pile up.
            if (isBetweenEvents && controller.desiredSize === 0) {
              controller.enqueue(heartbeat.bytes);
            }
          }, heartbeat.everyMs).unref();
        }
        if (stop?.aborted === true) {
          onStop();
        }
      },
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (hasEnded) {
            return;
          }
          if (done) {
            end("done");
            controller.close();
            return;
          }
          timer?.refresh();
          isBetweenEvents = value.at(-1) === lineFeed && value.at(-2) === lineFeed;
          controller.enqueue(value);
        } catch (error) {
          end("failed");
          throw error;
        }
      },
      async cancel(reason) {
        end("left");
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

const lineFeed = 10;
