import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";

/** Milliseconds between two progress reports. Shorter calls do not report any. */
const everyMs = 1_000;

/**
 * Reports that a call is still running, if its client asked for reports with a progress token. `progress` counts
 * seconds. It has no `total`, because an application does not announce how long a call takes.
 *
 * @returns a function that ends the reports
 */
export function reportProgress(
  tool: string,
  { _meta, sendNotification }: RequestHandlerExtra<ServerRequest, ServerNotification>,
): () => void {
  const { progressToken } = _meta ?? {};
  if (progressToken === undefined) {
    return () => {};
  }
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const message = `${tool} has run for ${progress} s.`;
    const params = { progressToken, progress, message };
    // If the call has ended in the meantime, its connection is gone.
    sendNotification({ method: "notifications/progress", params }).catch(() => {});
  }, everyMs);
  return () => clearInterval(timer);
}
