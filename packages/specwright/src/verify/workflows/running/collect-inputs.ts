import type { JsonObject } from "../../../json-object.ts";
import type { GivenParameter, Workflow } from "../description.ts";
import type { Scope } from "../expressions/scope.ts";

/** The inputs that the caller of `verify` gives. */
export interface GivenInputs {
  /** By the workflow's id, then by name. */
  readonly byWorkflow: Readonly<Record<string, JsonObject>>;
  /** Texts by name, for every workflow that has an input of the name. Converted to the type of its schema. */
  readonly texts: Readonly<Record<string, string>>;
}

/** The inputs of a workflow that is not called by another: defaults, texts by name, and those given for this workflow. */
export function collectInputs(workflow: Workflow, { byWorkflow, texts }: GivenInputs): JsonObject {
  const rules = workflow.description.inputs.get(workflow);
  const named = Object.entries(texts).flatMap(([name, text]) =>
    rules?.types.has(name) === true ? [[name, convertText(text, rules.types.get(name))]] : [],
  );
  return {
    ...rules?.defaults,
    ...Object.fromEntries(named),
    ...(Object.hasOwn(byWorkflow, workflow.id) ? byWorkflow[workflow.id] : {}),
  };
}

/** The parameters that a step or an action gives to a workflow, as its inputs. */
export function evaluateParameters(
  parameters: readonly GivenParameter[],
  scope: Scope,
): JsonObject {
  return Object.fromEntries(
    parameters.flatMap(({ name, value }) => {
      const evaluated = value(scope);
      return evaluated === undefined ? [] : [[name, evaluated]];
    }),
  );
}

/** A text stays one if its schema allows texts. Otherwise it is JSON, if it can be. */
function convertText(text: string, types: readonly string[] | undefined): unknown {
  if (types?.includes("string") === true) {
    return text;
  }
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
