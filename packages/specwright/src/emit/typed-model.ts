import { splitDirections } from "../document/model/directions/split-directions.ts";
import type { Model } from "../document/model/model.ts";
import type { EmitContext } from "./target.ts";

/**
 * Models for the types, by the original model, by whether responses require properties with a default, and by whether
 * answers may extend enums. A model never changes, so the result can be kept.
 */
const known = {
  true: new WeakMap<Model, Model>(),
  false: new WeakMap<Model, Model>(),
  trueOpen: new WeakMap<Model, Model>(),
  falseOpen: new WeakMap<Model, Model>(),
};

/**
 * The model from which types are printed. Requests and responses have separate schemas when `readWriteSplit` is set.
 *
 * @example
 * ```ts
 * import { loadModel } from "specwright";
 * import { buildTypedModel } from "specwright/target";
 *
 * const { model } = loadModel("openapi.yaml");
 * console.log(buildTypedModel({ model, readWriteSplit: true }).components.schemas.size);
 * ```
 */
export function buildTypedModel({
  model,
  readWriteSplit,
  typeOptions,
}: Pick<EmitContext, "model" | "readWriteSplit" | "typeOptions">): Model {
  const hasDefaults = typeOptions?.defaultNonNullable !== false;
  const { openEnums } = typeOptions ?? {};
  if (readWriteSplit !== true) {
    return model;
  }
  const models = known[`${hasDefaults}${openEnums === undefined ? "" : "Open"}`];
  const split =
    models.get(model) ?? splitDirections(model, { for: "types", hasDefaults, openEnums });
  models.set(model, split);
  return split;
}
