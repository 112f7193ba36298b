import type { JsonObject } from "../../../json-object.ts";
import type { Exchanges } from "../../exchange.ts";
import type { Record } from "../../record.ts";
import type { Api, Step, Workflow } from "../description.ts";
import type { Budget } from "./budget.ts";
import type { StepRun } from "./workflow-run.ts";

/** How a workflow ended. */
export interface Ended {
  readonly isPassed: boolean;
  readonly inputs: JsonObject;
  readonly outputs: JsonObject;
}

/** What the steps of one run share. */
export interface RunContext {
  readonly record: Record;
  readonly getExchanges: (api: Api) => Exchanges;
  readonly budget: Budget;
  /** The workflows that ended so far in all runs. */
  readonly ended: Map<Workflow, Ended>;
  /** The steps that ran so far in all runs. */
  readonly ranSteps: Set<Step>;
  /** Runs what a workflow depends on, if it has not run. Returns the first workflow that failed. */
  readonly runDependencies: (workflow: Workflow) => Promise<Workflow | undefined>;
  /** The steps of this run, in order. */
  readonly steps: StepRun[];
}
