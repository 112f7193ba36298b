import { withFormatOfRequest } from "../../../document/model/array-formats.ts";
import type { ArrayFormat, Model } from "../../../document/model/model.ts";
import { changeRequests } from "./change-parameters.ts";
import { withEncodedCommas } from "./encoded-commas.ts";
import { withJsonRanges } from "./json-ranges.ts";
import { withJsonParameters } from "./nested-parameters.ts";

/** The settings that decide how parameters travel. */
export interface ParameterSettings {
  readonly arrayFormat?: ArrayFormat;
  readonly jsonParameters?: boolean;
  readonly splitEncodedCommas?: boolean;
}

/** The model with bodies and parameters as they are sent. Types are emitted from the original model, so they do not change. */
export function buildSentModel(
  model: Model,
  { arrayFormat, jsonParameters, splitEncodedCommas }: ParameterSettings,
): Model {
  const typed = withJsonRanges(model);
  const formatted =
    arrayFormat === undefined
      ? typed
      : changeRequests(typed, (operation) => withFormatOfRequest(operation, arrayFormat));
  const carried = jsonParameters === true ? withJsonParameters(formatted) : formatted;
  return splitEncodedCommas === true ? withEncodedCommas(carried) : carried;
}
