import type { ParameterDefinition } from "@specwright/runtime/v1/parameters";
import { dropUndefined } from "../../../defined.ts";
import type { Parameter } from "../../../document/model/model.ts";
import { splitsEncodedCommas } from "./encoded-commas.ts";
import { readParameterStyle } from "./parameter-style.ts";
import { foldParameterType } from "./value-type.ts";

/** The runtime's description of a parameter, with which it decodes the parameter. Members with their default are left out. */
export function describeParameter(parameter: Parameter): ParameterDefinition {
  const { name, contentType } = parameter;
  return dropUndefined({
    name,
    in: parameter.in,
    contentType,
    ...readParameterStyle(parameter),
    splitEncoded: splitsEncodedCommas(parameter) || undefined,
    type: foldParameterType(parameter),
  });
}
