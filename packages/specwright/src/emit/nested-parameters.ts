import type { Diagnostic } from "../diagnostic.ts";
import { lossAt } from "../loss.ts";
import type { Model, Operation, Parameter, PathItem } from "../model/model.ts";
import { type ValueType, valueTypeOf } from "./value-type.ts";

/** Losses: parameters with values that no style can carry, such as an array of objects in the query. */
export function nestedParameterLosses({ operations }: Model): readonly Diagnostic[] {
  const found = new Set(
    operations.flatMap((operation) => operation.parameters.map(({ value }) => value)),
  );
  return [...found].filter(isNested).map(({ name, style, location }) =>
    lossAt(location, "parameter-not-carried", {
      message: `The style \`${style}\` cannot carry the arrays or objects inside \`${name}\`: a call with them fails.`,
      fix: "Describe the parameter by `content: { application/json: … }`, or set `jsonParameters: true` (`--json-parameters`) to send it as JSON.",
    }),
  );
}

/** The model in which parameters that no style can carry are JSON, as if the document described them by `content`. */
export function withJsonParameters(model: Model): Model {
  const known = new Map<Operation, Operation>();
  const inOperation = (operation: Operation): Operation => {
    const changed = known.get(operation) ?? changeOperation(operation, inItem);
    known.set(operation, changed);
    return changed;
  };
  const inItem = (item: PathItem): PathItem => ({
    ...item,
    operations: item.operations.map(inOperation),
  });
  return {
    ...model,
    paths: model.paths.map(inItem),
    operations: model.operations.map(inOperation),
  };
}

function changeOperation(operation: Operation, inItem: (item: PathItem) => PathItem): Operation {
  return {
    ...operation,
    parameters: operation.parameters.map((use) =>
      isNested(use.value)
        ? { ...use, value: { ...use.value, contentType: "application/json" } }
        : use,
    ),
    callbacks: operation.callbacks.map((callback) => ({
      ...callback,
      pathItems: callback.pathItems.map(inItem),
    })),
  };
}

function isNested({ schema, style, contentType }: Parameter): boolean {
  const type = contentType === undefined ? valueTypeOf(schema) : undefined;
  return type !== undefined && exceeds(type, style);
}

/** Whether a value of the type has more structure than a style can write: `deepObject` has objects in objects, too. */
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
