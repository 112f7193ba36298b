import { EgressError } from "../egress-error.ts";
import type { Deadlines } from "./deadlines.ts";

/**
 * Limits the body of a response. It fails with `body-too-large` as soon as more than the maximum has arrived, and
 * with the deadline's reason when it takes too long. Ends the deadlines once the body is read or cancelled.
 */
export function limitBody(
  body: ReadableStream<Uint8Array>,
  maximumBytes: number,
  deadlines: Deadlines,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let size = 0;
  const fail = async (error: EgressError): Promise<never> => {
    deadlines.end();
    // The connection is given up together with the body, so an error of `cancel` does not matter.
    await reader.cancel(error).catch(() => undefined);
    throw error;
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      deadlines.startBody();
      const { done, value } = await reader
        .read()
        .catch((error: unknown) =>
          fail(deadlines.findReason() ?? new EgressError("protocol-error", error)),
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
