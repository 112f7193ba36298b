import { askDidYouMean } from "../../../text/nearest.ts";
import type { Step, Workflow } from "../description.ts";
import { findWorkflow, type Unfound } from "./find-workflow.ts";

/**
 * The step that an entry of `dependsOn` names: the id of one of the same workflow, `$workflows.<workflowId>.steps.<stepId>`, or
 * `$sourceDescriptions.<name>.<workflowId>.steps.<stepId>` for one of another document.
 */
export function findStep(reference: string, workflow: Workflow): Step | Unfound {
  const [, owner, id = reference] =
    /^(\$(?:workflows|sourceDescriptions)\..+?)\.steps\.(.+)$/.exec(reference) ?? [];
  const target =
    owner === undefined
      ? workflow
      : findWorkflow(owner.replace(/^\$workflows\./, ""), workflow.description);
  if ("message" in target) {
    return target;
  }
  return (
    target.steps.find((step) => step.id === id) ?? {
      message: `The workflow \`${target.id}\` has no step \`${id}\`.`,
      suggest: () =>
        askDidYouMean(
          id,
          target.steps.map((step) => step.id),
        ),
      fix: "Write the id of a step of the same workflow, or `$workflows.<workflowId>.steps.<stepId>`.",
    }
  );
}
