import type { Action, GivenParameter } from "../description.ts";
import { compileCriterion } from "./compile-criterion.ts";
import type { Compiling } from "./compile-text.ts";
import { openObject } from "./open-object.ts";
import { readParameter } from "./read-parameter.ts";
import { type Components, followReusable } from "./reusable.ts";

const members = [
  ...["name", "type", "workflowId", "stepId", "parameters", "retryAfter", "retryLimit", "criteria"],
];

/** Reads an action of `onSuccess` or `onFailure`, or one of the components that it refers to. Undefined when it has mistakes. */
export function readAction(
  written: unknown,
  place: string,
  side: "success" | "failure",
  components: Components,
  compiling: Compiling,
): Action | undefined {
  const { report } = compiling;
  const kind = side === "success" ? "successActions" : "failureActions";
  const found = followReusable(written, place, kind, components, report);
  const reader =
    found && openObject(found.value, found.pointer, `A ${side} action`, members, report);
  if (reader === undefined) {
    return undefined;
  }
  const name = reader.requireText("name");
  reader.requireText("type");
  const types =
    side === "success" ? (["end", "goto"] as const) : (["end", "goto", "retry"] as const);
  const type = reader.choice("type", types);
  const [step, workflow] = [reader.text("stepId"), reader.text("workflowId")];
  if (step !== undefined && workflow !== undefined) {
    report(reader.pointer, {
      code: "invalid-workflow",
      message: "An action has both `stepId` and `workflowId`.",
      fix: "Remove one of them.",
    });
  }
  if (type === "goto" && step === undefined && workflow === undefined) {
    report(reader.pointer, {
      code: "invalid-workflow",
      message: "An action of the type `goto` does not say where it goes.",
      fix: "Write a `stepId` or a `workflowId`.",
    });
  }
  const target = step !== undefined ? { step } : workflow === undefined ? undefined : { workflow };
  const parameters = reader.list("parameters", (value, pointer): GivenParameter | undefined =>
    readParameter(value, pointer, components, compiling),
  );
  const criteria = reader.list("criteria", (value, pointer) =>
    compileCriterion(value, pointer, compiling),
  );
  return name === undefined || type === undefined
    ? undefined
    : {
        ...{ name, type, parameters, criteria, pointer: reader.pointer },
        ...(type === "end" ? {} : { target }),
        retryAfter: reader.amount("retryAfter") ?? 0,
        // Without a limit, a step is repeated once.
        retryLimit: reader.amount("retryLimit") ?? 1,
      };
}
