/** A workflow that was run, for reports. */
export interface WorkflowRun {
  readonly workflow: string;
  /** The Arazzo document, as messages name it. */
  readonly document: string;
  /** True when it ended as its document says, and no check found a problem in an answer. */
  readonly isPassed: boolean;
  /** Why it was not run to its end. */
  readonly problem?: string;
  /** In the order of the run, with those of the workflows that it called. */
  readonly steps: readonly StepRun[];
}

/** One attempt of a step. */
export interface StepRun {
  readonly workflow: string;
  readonly step: string;
  /** Such as `GET /pets/{petId}`. Absent for a step that calls a workflow, or that was not sent. */
  readonly operation?: string;
  readonly status?: number;
  /** True when every criterion is met, and no check found a problem in the answer. */
  readonly isPassed: boolean;
  /** Why the step failed. */
  readonly problem?: string;
  /** What an action did then, such as `retry` or `goto pay`. */
  readonly action?: string;
  /** Outputs that the answer has no value for. */
  readonly absentOutputs?: readonly string[];
}
