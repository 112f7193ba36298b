import { EgressError } from "../egress-error.ts";
import type { Deadlines } from "./deadlines.ts";

/**
 * The body of an answer, within its bounds: fails with `body-too-large` as soon as more than the maximum has come, and
 * with the deadline's reason when it takes too long. Ends the deadlines when it has been read or given up.
 */
export function boundBody(
  body: ReadableStream<Uint8Array>,
  maximumBytes: number,
  deadlines: Deadlines,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let size = 0;
  const fail = async (error: EgressError): Promise<never> => {
    deadlines.end();
    // The connection is given up with the body; what cancelling says adds nothing.
    await reader.cancel(error).catch(() => undefined);
    throw error;
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      deadlines.startBody();
      const { done, value } = await reader
        .read()
        .catch((error: unknown) =>
          fail(deadlines.reason() ?? new EgressError("protocol-error", error)),
        );
      if (done) {
        deadlines.end();
        controller.close();
        return;
      }
      size += value.byteLength;
      if (size > maximumBytes) {
        await fail(new EgressError("body-too-large"));
      }
      controller.enqueue(value);
    },
    async cancel(reason) {
      deadlines.end();
      await reader.cancel(reason);
    },
  });
}
