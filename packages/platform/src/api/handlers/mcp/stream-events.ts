import type { JSONRPCNotification } from "@modelcontextprotocol/sdk/types.js";
import type { McpResponse } from "../../mcp/mcp-call.ts";

/**
 * Sends notifications and then the response as server-sent events. A cancelled call has no response, and its stream
 * ends without one.
 *
 * @param first the notifications so far
 * @param onFurther called with the function that sends further notifications
 */
export function streamEvents(
  first: readonly JSONRPCNotification[],
  answered: Promise<McpResponse | undefined>,
  onFurther: (send: (notification: JSONRPCNotification) => void) => void,
): ReadableStream<Uint8Array> {
  const text = new TextEncoder();
  let isOpen = true;
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const send = (message: unknown): void => {
        if (isOpen) {
          controller.enqueue(text.encode(`event: message\ndata: ${JSON.stringify(message)}\n\n`));
        }
      };
      first.forEach(send);
      onFurther(send);
      answered.then(
        (response) => {
          if (response !== undefined) {
            send(response.body);
          }
          if (isOpen) {
            controller.close();
          }
        },
        (error: unknown) => {
          if (isOpen) {
            controller.error(error);
          }
        },
      );
    },
    cancel: () => {
      isOpen = false;
    },
  });
}
