import type { JsonObject } from "../../../json-object.ts";
import type { Action, Step, Workflow } from "../description.ts";
import type { Scope } from "../expressions/scope.ts";
import { findStep } from "../linking/find-step.ts";
import { findWorkflow } from "../linking/find-workflow.ts";
import { WorkflowStop } from "./budget.ts";
import { type Attempt, callStepOperation } from "./call-step-operation.ts";
import { evaluateParameters } from "./collect-inputs.ts";
import { findRetryDelay } from "./find-retry-delay.ts";
import type { RunContext } from "./run-context.ts";

/** What follows a step. */
export type Next =
  | { readonly kind: "next" }
  | { readonly kind: "step"; readonly id: string }
  | { readonly kind: "workflow"; readonly workflow: Workflow; readonly inputs: JsonObject }
  | { readonly kind: "end"; readonly isPassed: boolean };

/** The scope of a workflow that runs. Steps add their outputs. */
export interface RunningScope extends Scope {
  readonly steps: Map<string, JsonObject>;
  /** The last request of the workflow, with its answer. The next step does not read it. */
  last: Scope["call"];
}

/** Runs a workflow that a step calls. */
export type CallWorkflow = (
  workflow: Workflow,
  inputs: JsonObject,
) => Promise<{
  readonly isPassed: boolean;
  readonly outputs: JsonObject;
  readonly call: Scope["call"];
}>;

/** Runs a step, and repeats it as its actions say. */
export async function runWorkflowStep(
  step: Step,
  workflow: Workflow,
  scope: RunningScope,
  callWorkflow: CallWorkflow,
  context: RunContext,
): Promise<Next> {
  const repeated = new Map<Action, number>();
  for (;;) {
    const attempt = await attemptStep(step, workflow, scope, callWorkflow, context);
    const isMet = attempt.problem === undefined;
    const action = (isMet ? step.onSuccess : step.onFailure).find(
      (each) =>
        (each.type !== "retry" || (repeated.get(each) ?? 0) < each.retryLimit) &&
        each.criteria.every(({ judge }) => judge(attempt.scope) === undefined),
    );
    addRun(step, workflow, attempt, action, context);
    if (action?.type === "retry") {
      repeated.set(action, (repeated.get(action) ?? 0) + 1);
      await context.budget.wait(findRetryDelay(action, attempt.exchange?.answer?.headers));
      await runTarget(action, workflow, scope, callWorkflow, context);
      continue;
    }
    if (!isMet && action?.type !== "goto") {
      blame(step, workflow, attempt, context);
    }
    return findNext(action, isMet, workflow, attempt.scope);
  }
}

function findNext(
  action: Action | undefined,
  isMet: boolean,
  workflow: Workflow,
  scope: Scope,
): Next {
  if (action?.type !== "goto" || action.target === undefined) {
    return action === undefined && isMet ? { kind: "next" } : { kind: "end", isPassed: isMet };
  }
  if ("step" in action.target) {
    return { kind: "step", id: action.target.step };
  }
  const target = findWorkflow(action.target.workflow, workflow.description);
  return "id" in target
    ? { kind: "workflow", workflow: target, inputs: evaluateParameters(action.parameters, scope) }
    : { kind: "end", isPassed: false };
}

/** Runs what an action of the type `retry` names, before its step is repeated. */
async function runTarget(
  { target, parameters }: Action,
  workflow: Workflow,
  scope: RunningScope,
  callWorkflow: CallWorkflow,
  context: RunContext,
): Promise<void> {
  if (target !== undefined && "workflow" in target) {
    const found = findWorkflow(target.workflow, workflow.description);
    if ("id" in found) {
      await callWorkflow(found, evaluateParameters(parameters, scope));
    }
  } else if (target !== undefined) {
    const step = workflow.steps.find(({ id }) => id === target.step);
    if (step !== undefined) {
      const attempt = await attemptStep(step, workflow, scope, callWorkflow, context);
      addRun(step, workflow, attempt, undefined, context);
    }
  }
}

/**
 * Sends a step once, stores its outputs, and judges its criteria.
 *
 * @throws WorkflowStop when the step is one of a message, or too many were taken
 */
async function attemptStep(
  step: Step,
  workflow: Workflow,
  scope: RunningScope,
  callWorkflow: CallWorkflow,
  context: RunContext,
): Promise<Attempt & { readonly absent: readonly string[] }> {
  context.budget.takeStep();
  if (step.call.kind === "message") {
    const place = { workflow: workflow.id, step: step.id };
    const problem = "it sends or receives a message (AsyncAPI)";
    context.steps.push({ ...place, isPassed: false, problem });
    const { location } = step;
    throw new WorkflowStop(
      `the step \`${step.id}\` of \`${workflow.id}\` sends or receives a message (AsyncAPI)`,
      { ...place, location },
    );
  }
  const waiting = step.dependsOn.find((reference) => {
    const found = findStep(reference, workflow);
    const isOwn = workflow.steps.some((each) => each === found);
    return !("call" in found) || !(isOwn ? scope.steps.has(found.id) : context.ranSteps.has(found));
  });
  const attempt: Attempt =
    waiting !== undefined
      ? {
          scope,
          isRight: true,
          problem: `it depends on the step \`${waiting}\`, which has not run`,
        }
      : step.call.kind === "workflowId"
        ? await callByStep(step, workflow, scope, callWorkflow)
        : await callStepOperation(step, workflow, scope, context);
  if (attempt.scope.call !== undefined) {
    scope.last = attempt.scope.call;
  }
  const outputs = Object.fromEntries(
    [...step.outputs].map(([name, value]) => [name, value(attempt.scope)]),
  );
  scope.steps.set(step.id, outputs);
  context.ranSteps.add(step);
  const absent = Object.keys(outputs).filter((name) => outputs[name] === undefined);
  const problem = attempt.problem ?? judgeCriteria(step, attempt.scope);
  return { ...attempt, absent, ...(problem === undefined ? {} : { problem }) };
}

async function callByStep(
  step: Step,
  workflow: Workflow,
  scope: Scope,
  callWorkflow: CallWorkflow,
): Promise<Attempt> {
  const target = findWorkflow("text" in step.call ? step.call.text : "", workflow.description);
  if ("message" in target) {
    return { scope, isRight: true, problem: target.message };
  }
  const given = [
    ...workflow.parameters.filter((each) => each.in === undefined),
    ...step.parameters,
  ];
  const { isPassed, outputs, call } = await callWorkflow(target, evaluateParameters(given, scope));
  return {
    // Criteria such as `$statusCode == 200` read the last answer of the workflow that was called.
    scope: { ...scope, outputs, ...(call === undefined ? {} : { call }) },
    isRight: true,
    ...(isPassed ? {} : { problem: `the workflow \`${target.id}\` failed` }),
  };
}

/** The first criterion that is not met. A request without criteria has to be answered with a status below 400. */
function judgeCriteria(step: Step, scope: Scope): string | undefined {
  for (const { written, judge } of step.criteria) {
    const reason = judge(scope);
    if (reason !== undefined) {
      return `\`${written}\` is not met: ${reason}`;
    }
  }
  const status = scope.call?.response?.status ?? 200;
  return step.criteria.length === 0 && step.call.kind !== "workflowId" && status >= 400
    ? "the step has no criteria, so the status has to be below 400"
    : undefined;
}

function addRun(
  step: Step,
  workflow: Workflow,
  {
    isRight,
    problem,
    exchange,
    operation,
    absent,
  }: Attempt & { readonly absent: readonly string[] },
  action: Action | undefined,
  { steps }: RunContext,
): void {
  const { target } = action ?? {};
  const to = target === undefined ? "" : ` ${"step" in target ? target.step : target.workflow}`;
  steps.push({
    ...{ workflow: workflow.id, step: step.id, isPassed: isRight && problem === undefined },
    ...(operation === undefined ? {} : { operation }),
    ...(exchange?.answer === undefined ? {} : { status: exchange.answer.status }),
    ...(problem === undefined ? {} : { problem }),
    ...(action === undefined ? {} : { action: action.type + to }),
    ...(absent.length === 0 ? {} : { absentOutputs: absent }),
  });
}

function blame(
  step: Step,
  workflow: Workflow,
  { check = "step-failed", problem = "", exchange, operation }: Attempt,
  { record }: RunContext,
): void {
  if (exchange !== undefined) {
    record.add(check, exchange, problem);
  } else if (operation !== undefined || !problem.endsWith("failed")) {
    const place = { workflow: workflow.id, step: step.id, location: step.location };
    record.addStep(
      check,
      place,
      `The step \`${step.id}\` of the workflow \`${workflow.id}\` failed: ${problem}.`,
    );
  }
}
