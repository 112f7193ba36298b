import type { ProgressNotification, ProgressToken } from "@modelcontextprotocol/sdk/types.js";

/** Milliseconds between two progress reports. Shorter calls do not report any. */
const everyMs = 1_000;

/** The part of a call that is done, for calls of several tools. */
export interface Counted {
  readonly done: number;
  readonly total: number;
}

/** The reports of one call. */
interface ProgressReports {
  /** Counts tools instead of seconds. Call it for the first time within the first second. */
  readonly count: (counted: Counted) => void;
  readonly end: () => void;
}

/**
 * Reports that a call is still running, if its client asked for reports with a progress token. `progress` counts
 * seconds, without a `total`, because an application does not announce how long a call takes. A call of several tools
 * counts the tools that are done, such as 12 of 50, and reports when their number has grown.
 */
export function reportProgress(
  tool: string,
  progressToken: ProgressToken | undefined,
  send: (report: ProgressNotification) => void,
): ProgressReports {
  if (progressToken === undefined) {
    return { count: () => {}, end: () => {} };
  }
  let seconds = 0;
  let counted: Counted | undefined;
  let last = -1;
  const timer = setInterval(() => {
    seconds += 1;
    const { progress, ...about } = describeProgress(tool, seconds, counted);
    // The protocol demands that each report has a larger number.
    if (progress <= last) {
      return;
    }
    last = progress;
    const params = { progressToken, progress, ...about };
    send({ method: "notifications/progress", params });
  }, everyMs);
  return {
    count: (next) => {
      counted = next;
    },
    end: () => clearInterval(timer),
  };
}

function describeProgress(tool: string, seconds: number, counted: Counted | undefined) {
  if (counted === undefined) {
    return { progress: seconds, message: `${tool} has run for ${seconds} s.` };
  }
  const { done, total } = counted;
  return { progress: done, total, message: `${done} of ${total} tools are done.` };
}
