import type { Parameter } from "../../../document/model/model.ts";

/** The style of a parameter as its description writes it: only the parts that differ from the default of its location. */
export interface WrittenStyle {
  readonly style?: Parameter["style"];
  readonly explode?: boolean;
  readonly arrayFormat?: Parameter["arrayFormat"];
}

/** The style of a parameter without defaults (OpenAPI 3.1, section 4.8.12.2.1). Only a whole query string has a media type and a format. */
export function readParameterStyle(parameter: Parameter): WrittenStyle {
  const { style, explode, contentType, arrayFormat = "repeat" } = parameter;
  const format = arrayFormat !== "repeat" && { arrayFormat };
  if (contentType !== undefined) {
    return { ...format };
  }
  const usual = parameter.in === "path" || parameter.in === "header" ? "simple" : "form";
  // `deepObject` always explodes.
  const isUsualExplode =
    style === "deepObject" || explode === (style === "form" || style === "cookie");
  return { ...(style !== usual && { style }), ...(!isUsualExplode && { explode }), ...format };
}
