import type { Step } from "../../commands/steps/step.ts";
import { showPath } from "./shown-path.ts";

const verbs: Readonly<Record<Step["name"], readonly [doing: string, done: string]>> = {
  read: ["Reading", "Read"],
  emit: ["Generating", "Generated"],
  write: ["Writing", "Wrote"],
  compare: ["Comparing", "Compared"],
};

/** The stream that progress is shown on. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly write: (text: string) => void;
}

/**
 * Shows steps as a list with times. On a terminal, the line of a running step is overwritten when the step ends.
 * Elsewhere, only finished steps are printed, one plain line each.
 */
export function createProgress(stream: ProgressStream): (step: Step) => void {
  const isLive = stream.isTTY === true;
  return ({ name, detail, state, milliseconds = 0 }) => {
    const [doing, done] = verbs[name];
    const shown = name === "write" || name === "compare" ? showPath(detail) : detail;
    if (state === "started") {
      if (isLive) {
        stream.write(`  … ${doing} ${shown}`);
      }
      return;
    }
    if (isLive) {
      stream.write("\r\u001b[2K");
    }
    const mark = state === "done" ? "✓" : "✗";
    stream.write(
      `  ${mark} ${state === "done" ? done : doing} ${shown}  ${formatSeconds(milliseconds)}\n`,
    );
  };
}

/** A duration as people read it. */
export function formatSeconds(milliseconds: number): string {
  return milliseconds < 1000
    ? `${Math.round(milliseconds)} ms`
    : `${(milliseconds / 1000).toFixed(2)} s`;
}
