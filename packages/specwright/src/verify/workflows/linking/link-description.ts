import type { Diagnostic } from "../../../diagnostic.ts";
import { askDidYouMean } from "../../../text/nearest.ts";
import type { Action, Description, Step, Workflow } from "../description.ts";
import type { ReportProblem } from "../reading/open-object.ts";
import { checkExpressions } from "./check-expressions.ts";
import { checkRequest } from "./check-request.ts";
import { findOperationById, findOperationByPath } from "./find-operation.ts";
import { findStep } from "./find-step.ts";
import { findWorkflow, type Unfound } from "./find-workflow.ts";

/**
 * Finds the operation of each step, and checks every reference of a document whose sources were loaded: to operations, workflows,
 * steps and outputs.
 */
export function linkDescription(description: Description, problems: Diagnostic[]): void {
  const report: ReportProblem = (pointer, problem) => {
    problems.push({ severity: "error", ...problem, file: description.file, pointer });
  };
  for (const workflow of description.workflows) {
    for (const reference of workflow.dependsOn) {
      reportUnfound(findWorkflow(reference, description), workflow.location.pointer, report);
    }
    checkExpressions(workflow, report);
    const stepIds = new Set(workflow.steps.map(({ id }) => id));
    for (const step of workflow.steps) {
      linkStep(step, workflow, stepIds, report);
    }
  }
  reportCircles(description, report);
}

function linkStep(
  step: Step,
  workflow: Workflow,
  stepIds: ReadonlySet<string>,
  report: ReportProblem,
): void {
  const { call, location } = step;
  const { description } = workflow;
  for (const action of [...step.onSuccess, ...step.onFailure]) {
    checkTarget(action, stepIds, description, report);
  }
  for (const reference of step.dependsOn) {
    reportUnfound(findStep(reference, workflow), `${location.pointer}/dependsOn`, report);
  }
  if (!("text" in call)) {
    return;
  }
  const pointer = `${location.pointer}/${call.kind}`;
  if (call.kind === "workflowId") {
    reportUnfound(findWorkflow(call.text, description), pointer, report);
    return;
  }
  const find = call.kind === "operationId" ? findOperationById : findOperationByPath;
  const found = find(call.text, description);
  if ("message" in found) {
    if (!mayBeUnread(call.text, description)) {
      report(pointer, { code: "unknown-workflow-part", ...found });
    }
    return;
  }
  if (found.warning !== undefined) {
    report(pointer, { code: "unknown-workflow-part", severity: "warning", ...found.warning });
  }
  description.operations.set(step, found);
  checkRequest(step, workflow, found.operation, report);
}

/** Returns whether a document may have the operation that could not be read. That was reported. */
function mayBeUnread(text: string, { sources, linked }: Description): boolean {
  const [, named] = /\$sourceDescriptions\.([^.{}]+)/.exec(text) ?? [];
  return sources.some(({ name }) => (named === undefined || named === name) && !linked.has(name));
}

function checkTarget(
  { target, pointer }: Action,
  stepIds: ReadonlySet<string>,
  description: Description,
  report: ReportProblem,
): void {
  if (target !== undefined && "workflow" in target) {
    reportUnfound(findWorkflow(target.workflow, description), `${pointer}/workflowId`, report);
  }
  if (target !== undefined && "step" in target && !stepIds.has(target.step)) {
    report(`${pointer}/stepId`, {
      code: "unknown-workflow-part",
      message: `The workflow has no step \`${target.step}\`.`,
      suggest: () => askDidYouMean(target.step, stepIds),
      fix: "Name a step of the same workflow.",
    });
  }
}

function reportUnfound(
  found: Workflow | Step | Unfound,
  pointer: string,
  report: ReportProblem,
): void {
  if ("message" in found) {
    report(pointer, { code: "unknown-workflow-part", ...found });
  }
}

/** More than a person writes. Each is run inside the one that waits for it. */
const mostDependencies = 500;

/** Reports workflows that have to wait for themselves, or for too long a chain. */
function reportCircles(description: Description, report: ReportProblem): void {
  const done = new Set<Workflow>();
  const open = new Set<Workflow>();
  let depth = 0;
  for (const workflow of description.workflows) {
    visit(workflow);
  }

  function visit(workflow: Workflow): void {
    if (open.has(workflow) && !done.has(workflow)) {
      if (workflow.description === description) {
        report(`${workflow.location.pointer}/dependsOn`, {
          code: "workflow-circle",
          message: `The workflow \`${workflow.id}\` depends on itself, through other workflows or directly.`,
          fix: "Remove one of the entries of `dependsOn`.",
        });
      }
      done.add(workflow);
    }
    if (done.has(workflow)) {
      return;
    }
    open.add(workflow);
    depth += 1;
    if (depth > mostDependencies) {
      report(`${workflow.location.pointer}/dependsOn`, {
        code: "workflow-circle",
        message: `More than ${mostDependencies} workflows depend on each other in a row.`,
        fix: "Call the first ones by steps instead.",
      });
      done.add(workflow);
      depth -= 1;
      return;
    }
    for (const reference of workflow.dependsOn) {
      const found = findWorkflow(reference, workflow.description);
      if ("id" in found) {
        visit(found);
      }
    }
    done.add(workflow);
    depth -= 1;
  }
}
