import { setTimeout as waitFor } from "node:timers/promises";
import type { StepPlace } from "../../case.ts";

/** Thrown when a workflow cannot go on. The message is the reason, as a sentence without its end. */
export class WorkflowStop extends Error {
  /** The step that cannot be run, if it is one that sends or receives a message. */
  readonly messageStep: StepPlace | undefined;

  constructor(reason: string, messageStep?: StepPlace) {
    super(reason);
    this.name = "WorkflowStop";
    this.messageStep = messageStep;
  }
}

/** What a workflow and the workflows that it calls may use together, so that a circle of steps ends. */
export interface Budget {
  /** @throws WorkflowStop when too many steps were taken */
  readonly takeStep: () => void;
  /**
   * Waits before a step is repeated.
   *
   * @throws WorkflowStop when the workflow would wait too long in all
   */
  readonly wait: (seconds: number) => Promise<void>;
  /** Runs a workflow that a step calls. @throws WorkflowStop when workflows call each other too deeply */
  readonly enter: <T>(work: () => Promise<T>) => Promise<T>;
}

const mostSteps = 1000;
const mostSeconds = 300;
const deepest = 30;

/** Starts with nothing used. */
export function createBudget(): Budget {
  let steps = 0;
  let seconds = 0;
  let depth = 0;
  return {
    takeStep: () => {
      steps += 1;
      if (steps > mostSteps) {
        throw new WorkflowStop(`it did not end within ${mostSteps} steps`);
      }
    },
    wait: async (wanted) => {
      seconds += wanted;
      if (seconds > mostSeconds) {
        throw new WorkflowStop(
          `it would wait ${seconds} s between attempts, and ${mostSeconds} s are the most`,
        );
      }
      await waitFor(wanted * 1000);
    },
    enter: async (work) => {
      depth += 1;
      if (depth > deepest) {
        throw new WorkflowStop(`its workflows call each other more than ${deepest} times deep`);
      }
      try {
        return await work();
      } finally {
        depth -= 1;
      }
    },
  };
}
