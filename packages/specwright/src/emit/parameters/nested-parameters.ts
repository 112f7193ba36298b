import type { ValueType } from "@specwright/runtime/v1/parameters";
import type { Diagnostic } from "../../diagnostic.ts";
import { reportLoss } from "../../loss.ts";
import type { Model, Parameter } from "../../model/model.ts";
import { changeParameters } from "./change-parameters.ts";
import { foldValueType } from "./value-type.ts";

/** Losses for parameters whose values no style can represent, such as an array of objects in the query. */
export function findNestedParameterLosses({ operations }: Model): readonly Diagnostic[] {
  const found = new Set(
    operations.flatMap((operation) => operation.parameters.map(({ value }) => value)),
  );
  return [...found].filter(isNested).map(({ name, style, location }) =>
    reportLoss(location, "parameter-not-carried", {
      message: `The style \`${style}\` cannot carry the arrays or objects inside \`${name}\`: a call with them fails.`,
      fix: "Describe the parameter by `content: { application/json: … }`, or set `jsonParameters: true` (`--json-parameters`) to send it as JSON.",
    }),
  );
}

/** The model with JSON for parameters that no style can represent, as if the document described them with `content`. */
export function withJsonParameters(model: Model): Model {
  return changeParameters(model, (parameter) =>
    isNested(parameter) ? { ...parameter, contentType: "application/json" } : parameter,
  );
}

function isNested({ schema, style, contentType }: Parameter): boolean {
  const type = contentType === undefined ? foldValueType(schema) : undefined;
  return type !== undefined && exceeds(type, style);
}

/**
 * Returns whether a value type has more structure than a style can represent. `deepObject` can also represent objects
 * in objects.
 */
function exceeds(type: ValueType, style: Parameter["style"]): boolean {
  const { items, properties = {}, additionalProperties } = type;
  const members = [...Object.values(properties), additionalProperties].filter(
    (member) => member !== undefined,
  );
  const isTooDeep = (member: ValueType): boolean =>
    style === "deepObject" ? exceeds(member, style) : isStructured(member);
  return (items !== undefined && isStructured(items)) || members.some(isTooDeep);
}

function isStructured({ type = [] }: ValueType): boolean {
  return [type].flat().some((each) => each === "array" || each === "object");
}
