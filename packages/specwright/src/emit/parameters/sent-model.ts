import type { Model } from "../../model/model.ts";
import { withEncodedCommas } from "./encoded-commas.ts";
import { withJsonParameters } from "./nested-parameters.ts";

/** The settings that decide how parameters travel. */
export interface ParameterSettings {
  readonly jsonParameters?: boolean;
  readonly splitEncodedCommas?: boolean;
}

/** The model with parameters as the settings send them. Types are emitted from the original model, so they do not change. */
export function buildSentModel(
  model: Model,
  { jsonParameters, splitEncodedCommas }: ParameterSettings,
): Model {
  const carried = jsonParameters === true ? withJsonParameters(model) : model;
  return splitEncodedCommas === true ? withEncodedCommas(carried) : carried;
}
