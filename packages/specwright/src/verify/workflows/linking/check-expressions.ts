import { askDidYouMean } from "../../../text/nearest.ts";
import type { Step, Workflow } from "../description.ts";
import type { Expression } from "../expressions/expression.ts";
import type { ReportProblem } from "../reading/open-object.ts";
import { findWorkflow } from "./find-workflow.ts";

/** Checks that the steps, workflows, sources and outputs exist that the expressions of a workflow read. */
export function checkExpressions(workflow: Workflow, report: ReportProblem): void {
  const { steps, description, expressions } = workflow;
  const byId = new Map(steps.map((step, index) => [step.id, { step, index }]));
  for (const { expression, pointer, step: own } of expressions) {
    const { root, written } = expression;
    if (root.kind === "source" && !description.sources.some(({ name }) => name === root.source)) {
      report(pointer, {
        code: "unknown-workflow-part",
        message: `The document has no source description \`${root.source}\`.`,
        suggest: () =>
          askDidYouMean(
            root.source,
            description.sources.map(({ name }) => name),
          ),
        fix: "Name one of `sourceDescriptions`.",
      });
    }
    if (root.kind === "workflows") {
      const found = findWorkflow(root.workflow, description);
      if ("message" in found) {
        report(pointer, { code: "unknown-workflow-part", ...found });
      } else if (root.field === "outputs") {
        checkOutput(expression, found, `The workflow \`${found.id}\``, pointer, report);
      }
    }
    if (root.kind === "steps") {
      const found = byId.get(root.step);
      if (found === undefined) {
        report(pointer, {
          code: "unknown-workflow-part",
          message: `The workflow \`${workflow.id}\` has no step \`${root.step}\`.`,
          suggest: () => askDidYouMean(root.step, byId.keys()),
          fix: "Name a step of the same workflow.",
        });
        continue;
      }
      checkOutput(expression, found.step, `The step \`${root.step}\``, pointer, report);
      const ownIndex = own === undefined ? undefined : byId.get(own)?.index;
      if (ownIndex !== undefined && found.index > ownIndex) {
        report(pointer, {
          code: "later-step",
          severity: "warning",
          message: `\`${written}\` reads a step that comes later, so it has no value unless an action leads back.`,
          fix: "Move the step forward.",
        });
      }
    }
  }
}

function checkOutput(
  { segments, written }: Expression,
  { outputs }: Pick<Step, "outputs">,
  owner: string,
  pointer: string,
  report: ReportProblem,
): void {
  const isKnown = segments.some((_, index) => outputs.has(segments.slice(0, index + 1).join(".")));
  if (!isKnown) {
    report(pointer, {
      code: "unknown-workflow-part",
      message: `${owner} has no output for \`${written}\`.`,
      suggest: () => askDidYouMean(segments[0] ?? "", outputs.keys()),
      fix: "Add it to its `outputs`.",
    });
  }
}
