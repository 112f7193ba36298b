import { splitDirections } from "../model/directions/split-directions.ts";
import type { Model } from "../model/model.ts";
import type { EmitContext } from "./target.ts";

/**
 * Models for the types, by the original model and by whether responses require properties with a default. A model never
 * changes, so the result can be kept.
 */
const known = { true: new WeakMap<Model, Model>(), false: new WeakMap<Model, Model>() };

/** The model from which types are printed. Requests and responses have separate schemas when `readWriteSplit` is set. */
export function buildTypedModel({
  model,
  readWriteSplit,
  typeOptions,
}: Pick<EmitContext, "model" | "readWriteSplit" | "typeOptions">): Model {
  const hasDefaults = typeOptions?.defaultNonNullable !== false;
  if (readWriteSplit !== true) {
    return model;
  }
  const models = known[`${hasDefaults}`];
  const split = models.get(model) ?? splitDirections(model, { for: "types", hasDefaults });
  models.set(model, split);
  return split;
}
