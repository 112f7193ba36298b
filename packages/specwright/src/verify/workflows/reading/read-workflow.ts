import { isObject } from "../../../json-object.ts";
import type { Description, Workflow } from "../description.ts";
import type { Compiling } from "./compile-text.ts";
import { compileValue } from "./compile-value.ts";
import { openObject, type ReportProblem } from "./open-object.ts";
import { readAction } from "./read-action.ts";
import { readParameter } from "./read-parameter.ts";
import { readStep } from "./read-step.ts";
import type { Components } from "./reusable.ts";

const members = [
  ...["workflowId", "summary", "description", "inputs", "dependsOn", "steps"],
  ...["successActions", "failureActions", "outputs", "parameters"],
];

/** Reads a workflow. Undefined, and reported, when it has no id. */
export function readWorkflow(
  written: unknown,
  place: string,
  components: Components,
  description: Description,
  report: ReportProblem,
): Workflow | undefined {
  const reader = openObject(written, place, "A workflow", members, report);
  const id = reader?.requireText("workflowId");
  if (reader === undefined || id === undefined) {
    return undefined;
  }
  const { file } = description;
  const expressions: Workflow["expressions"][number][] = [];
  let step: string | undefined;
  const compiling: Compiling = {
    report,
    addExpression: (expression, pointer) => {
      expressions.push({ expression, pointer, step });
    },
  };
  const [successActions, failureActions] = (["success", "failure"] as const).map((side) =>
    reader.list(`${side}Actions`, (value, pointer) =>
      readAction(value, pointer, side, components, compiling),
    ),
  );
  const context = {
    ...{ file, components, sources: description.sources },
    successActions: successActions ?? [],
    failureActions: failureActions ?? [],
  };
  const steps = reader.list("steps", (value, pointer) => {
    step = isObject(value) ? String(value.stepId) : undefined;
    return readStep(value, pointer, context, compiling);
  });
  step = undefined;
  if (steps.length === 0) {
    report(place, {
      code: "invalid-workflow",
      message: `The workflow \`${id}\` has no steps.`,
      fix: "Write a list of `steps`.",
    });
  }
  reportRepeated(steps, "step", report);
  return {
    ...{ id, description, steps, expressions, location: { file, pointer: place } },
    hasInputs: reader.value.inputs !== undefined,
    dependsOn: reader.list("dependsOn", (value) => String(value)),
    parameters: reader.list("parameters", (value, pointer) =>
      readParameter(value, pointer, components, compiling),
    ),
    outputs: reader.map("outputs", (value, pointer) => compileValue(value, pointer, compiling)),
  };
}

/** Reports every step, workflow or source whose name an earlier one has. */
export function reportRepeated(
  named: readonly {
    readonly id: string;
    readonly location: { readonly pointer: string };
  }[],
  kind: string,
  report: ReportProblem,
): void {
  const seen = new Set<string>();
  for (const { id, location } of named) {
    if (seen.has(id)) {
      report(location.pointer, {
        code: "invalid-workflow",
        message: `Two parts of the list have the name \`${id}\`.`,
        fix: `Give each ${kind} a name of its own.`,
      });
    }
    seen.add(id);
  }
}
