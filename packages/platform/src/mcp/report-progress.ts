import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";

/** Calls that are shorter have no progress to report; the longer ones report it each time that so many milliseconds are over. */
const everyMs = 1_000;

/**
 * Reports that a call still runs, where its client asked for that with a progress token. `progress` counts seconds, and has
 * no `total`, since an application does not say how long it will take.
 *
 * @returns ends the reports
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
    // A call that ended meanwhile has no connection to report on.
    sendNotification({ method: "notifications/progress", params }).catch(() => {});
  }, everyMs);
  return () => clearInterval(timer);
}
