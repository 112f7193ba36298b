import { createExchanges, type Exchanges } from "../../exchange.ts";
import type { Record } from "../../record.ts";
import { hideSecrets } from "../../requests/render-curl.ts";
import type { Api, Description, Step, Workflow } from "../description.ts";
import { findWorkflow } from "../linking/find-workflow.ts";
import { createBudget, WorkflowStop } from "./budget.ts";
import { collectInputs, type GivenInputs } from "./collect-inputs.ts";
import type { Ended, RunContext } from "./run-context.ts";
import { runWorkflow } from "./run-workflow.ts";
import type { StepRun, WorkflowRun } from "./workflow-run.ts";

/** The workflows of a run. */
export interface WorkflowPlan {
  /** The documents whose workflows are run. */
  readonly descriptions: readonly Description[];
  readonly inputs: GivenInputs;
  /** Texts that must not appear in reports: secret inputs, and the credentials of other APIs. */
  readonly secrets: readonly string[];
}

/** What the workflows of a run share with its cases. */
export interface WorkflowSurroundings {
  readonly record: Record;
  /** The verified API, whose requests are counted with those of the cases. */
  readonly main: { readonly target: Api["target"]; readonly exchanges: Exchanges };
  readonly timeoutMilliseconds: number;
}

/** The outcome of all workflows. */
export interface WorkflowOutcome {
  readonly runs: readonly WorkflowRun[];
  /** The requests that were sent to other APIs than the verified one. */
  readonly otherRequests: number;
}

/**
 * Runs the workflows of the documents in order, each after those that it depends on. A workflow that another one calls runs as a part
 * of it, and not alone.
 */
export async function runWorkflows(
  { descriptions, inputs, secrets }: WorkflowPlan,
  { record, main, timeoutMilliseconds }: WorkflowSurroundings,
): Promise<WorkflowOutcome> {
  const runs = new Map<Workflow, WorkflowRun>();
  const ended = new Map<Workflow, Ended>();
  const ranSteps = new Set<Step>();
  const others = new Map<Api, Exchanges>();
  for (const workflow of listEntries(descriptions)) {
    await runEntry(workflow);
  }
  const otherRequests = [...others.values()].reduce((sum, { counter }) => sum + counter.count(), 0);
  return { runs: [...runs.values()], otherRequests };

  function getExchanges(api: Api): Exchanges {
    const known = api.target === main.target ? main.exchanges : others.get(api);
    const exchanges = known ?? createExchanges(api, record, timeoutMilliseconds);
    if (known === undefined) {
      others.set(api, exchanges);
    }
    return exchanges;
  }

  async function runEntry(workflow: Workflow): Promise<void> {
    if (runs.has(workflow)) {
      return;
    }
    const steps: StepRun[] = [];
    const context: RunContext = {
      ...{ record, getExchanges, steps, ended, ranSteps, runDependencies, budget: createBudget() },
    };
    const finish = (isPassed: boolean, problem?: string): void => {
      const shown = steps.map((step) => hideInStep(step, secrets));
      runs.set(workflow, {
        ...{ workflow: workflow.id, document: workflow.description.file },
        isPassed: isPassed && shown.every(isHandled),
        ...(problem === undefined ? {} : { problem: hideSecrets(problem, secrets) }),
        steps: shown,
      });
    };
    try {
      finish((await runWorkflow(workflow, collectInputs(workflow, inputs), context)).isPassed);
    } catch (error) {
      if (!(error instanceof WorkflowStop)) {
        throw error;
      }
      finish(false, error.message);
      const whole = { workflow: workflow.id, step: "", location: workflow.location };
      record.addStep(
        error.messageStep === undefined ? "workflow-unfinished" : "message-step",
        error.messageStep ?? whole,
        `The workflow \`${workflow.id}\` was not run to its end: ${error.message}.`,
      );
    }
  }

  async function runDependencies(workflow: Workflow): Promise<Workflow | undefined> {
    for (const reference of workflow.dependsOn) {
      const found = findWorkflow(reference, workflow.description);
      if ("id" in found) {
        await runEntry(found);
        if (runs.get(found)?.isPassed !== true) {
          return found;
        }
      }
    }
    return undefined;
  }
}

/** A step whose criteria are not met does not fail its workflow when an action leads on from it. */
function isHandled({ isPassed, problem, action = "" }: StepRun): boolean {
  return isPassed || (problem !== undefined && /^(?:retry|goto)/.test(action));
}

function hideInStep(step: StepRun, secrets: readonly string[]): StepRun {
  return step.problem === undefined
    ? step
    : { ...step, problem: hideSecrets(step.problem, secrets) };
}

/** The workflows that no other one calls. Of those that call each other in a circle, the first. */
function listEntries(descriptions: readonly Description[]): readonly Workflow[] {
  const all = descriptions.flatMap(({ workflows }) => workflows);
  const called = new Set(all.flatMap((each) => listCalled(each).filter((other) => other !== each)));
  const entries = all.filter((each) => !called.has(each));
  const reached = new Set<Workflow>();
  entries.forEach(reach);
  for (const each of all) {
    if (!reached.has(each)) {
      entries.push(each);
      reach(each);
    }
  }
  return entries;

  function reach(workflow: Workflow): void {
    const open = [workflow];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (!reached.has(next)) {
        reached.add(next);
        open.push(...listCalled(next));
      }
    }
  }
}

/** The workflows that the steps and actions of a workflow lead to. */
function listCalled({ steps, description }: Workflow): readonly Workflow[] {
  const references = steps.flatMap(({ call, onSuccess, onFailure }) => [
    ...(call.kind === "workflowId" ? [call.text] : []),
    ...[...onSuccess, ...onFailure].flatMap(({ target }) =>
      target !== undefined && "workflow" in target ? [target.workflow] : [],
    ),
  ]);
  return references.flatMap((reference) => {
    const found = findWorkflow(reference, description);
    return "id" in found ? [found] : [];
  });
}
