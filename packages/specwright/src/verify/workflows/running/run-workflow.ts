import type { JsonObject } from "../../../json-object.ts";
import type { Workflow } from "../description.ts";
import type { Scope } from "../expressions/scope.ts";
import { WorkflowStop } from "./budget.ts";
import type { Ended, RunContext } from "./run-context.ts";
import { type RunningScope, runWorkflowStep } from "./run-workflow-step.ts";

/** How a workflow ended, and the last request of it. */
export interface WorkflowEnd extends Ended {
  readonly call: Scope["call"];
}

/**
 * Runs a workflow with inputs, and the workflows that it calls.
 *
 * @throws WorkflowStop when its inputs are wrong, or it does not end
 */
export async function runWorkflow(
  workflow: Workflow,
  given: JsonObject,
  context: RunContext,
): Promise<WorkflowEnd> {
  const failed = await context.runDependencies(workflow);
  if (failed !== undefined) {
    throw new WorkflowStop(`it depends on the workflow \`${failed.id}\`, which failed`);
  }
  const { description, steps } = workflow;
  const rules = description.inputs.get(workflow);
  const inputs = { ...rules?.defaults, ...given };
  const problems = rules?.check(inputs) ?? [];
  if (problems.length > 0) {
    throw new WorkflowStop(`its inputs are wrong: ${problems.join("; ")}`);
  }
  const scope: RunningScope = {
    ...{ inputs, steps: new Map(), self: description.self, last: undefined },
    workflows: listEnded(workflow, context),
    sources: new Map(description.sources.map(({ name, value }) => [name, value])),
  };
  let isPassed = true;
  for (let index = 0; index < steps.length; ) {
    const step = steps[index];
    if (step === undefined) {
      break;
    }
    const next = await runWorkflowStep(step, workflow, scope, callWorkflow, context);
    if (next.kind === "workflow") {
      return await callWorkflow(next.workflow, next.inputs);
    }
    if (next.kind === "end") {
      ({ isPassed } = next);
      break;
    }
    index = next.kind === "next" ? index + 1 : steps.findIndex(({ id }) => id === next.id);
  }
  const outputs = Object.fromEntries(
    [...workflow.outputs].map(([name, value]) => [name, value(scope)]),
  );
  const ended = { isPassed, inputs, outputs };
  context.ended.set(workflow, ended);
  return { ...ended, call: scope.last };

  async function callWorkflow(target: Workflow, targetInputs: JsonObject): Promise<WorkflowEnd> {
    return await context.budget.enter(() => runWorkflow(target, targetInputs, context));
  }
}

/** The workflows of the same document that ended, by id. */
function listEnded({ description }: Workflow, { ended }: RunContext): Scope["workflows"] {
  return new Map(
    [...ended].flatMap(([workflow, end]) =>
      workflow.description === description ? [[workflow.id, end] as const] : [],
    ),
  );
}
