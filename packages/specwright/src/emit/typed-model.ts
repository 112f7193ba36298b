import { splitDirections } from "../model/directions/split-directions.ts";
import type { Model } from "../model/model.ts";
import type { EmitContext } from "./target.ts";

/**
 * Models with the optional or required defaults of types, by the model, which never changes, and by whether answers require
 * properties with a default.
 */
const known = { true: new WeakMap<Model, Model>(), false: new WeakMap<Model, Model>() };

/** The document as types have it: with requests and responses apart when that is asked for. */
export function typedModel({
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
