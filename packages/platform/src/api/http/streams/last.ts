/** The reason why a stream ended. */
export type StreamEnd = "done" | "failed" | "left" | "stopped";

/** Options of an answer that lasts. */
export interface LastOptions {
  /**
   * Ends the stream as if it were finished, so that its client sees a complete response and not a broken connection.
   * Do not use it for files: a cut-off file would look complete.
   */
  readonly stop?: AbortSignal;
  /** Called once, at the end. */
  readonly onEnd: (end: StreamEnd) => void;
  /** Sent after this many milliseconds without data, because proxies close connections that are silent for a minute. */
  readonly heartbeat?: { readonly everyMs: number; readonly bytes: Uint8Array };
}

/**
 * Prepares a stream that may last for hours. The next piece is read only after the client has taken the one before
 * it. Heartbeats are sent between whole events, and only to a client that reads. When the client leaves, the stream
 * is cancelled.
 */
export function prepareLastingStream(
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
          // The source may fail while it is cancelled. The response has already ended.
          reader.cancel(stop?.reason).catch(() => {});
        };
        stop?.addEventListener("abort", onStop, { once: true });
        if (heartbeat !== undefined) {
          timer = setInterval(() => {
            // Zero means that the client has taken everything. Without this check, heartbeats would pile up.
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
