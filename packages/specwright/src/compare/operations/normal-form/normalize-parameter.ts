import { findPossibleTypes, typeBits } from "../../../document/model/facts/possible-types.ts";
import type { Header, Parameter, Schema } from "../../../document/model/model.ts";
import { normalizeMediaType } from "./normalize-media-type.ts";

/** How the value of a parameter is written, in the form in which it is compared. */
export type ParameterForm = Pick<
  Parameter,
  "style" | "explode" | "allowReserved" | "allowEmptyValue" | "contentType"
>;

/** The form of a parameter without what has no effect, such as `explode` of a text. */
export function normalizeParameter(parameter: Parameter): ParameterForm {
  const { in: location, style, contentType, schema } = parameter;
  const isInQuery = location === "query";
  const written = contentType === undefined;
  return {
    style,
    explode: written && normalizeExplode(parameter),
    // A header is never percent-encoded.
    allowReserved:
      parameter.allowReserved &&
      location !== "header" &&
      (["string", "array", "object"] as const).some((type) => mayBe(schema, type)),
    allowEmptyValue: parameter.allowEmptyValue && isInQuery,
    ...(contentType !== undefined && { contentType: normalizeMediaType(contentType) }),
  };
}

/** How the value of a header is written: its media type, and whether an object is written as `a=1,b=2`. */
export function normalizeHeader({
  contentType,
  explode,
  schema,
}: Header): Pick<ParameterForm, "contentType" | "explode"> {
  return contentType === undefined
    ? { explode: explode && mayBe(schema, "object") }
    : { contentType: normalizeMediaType(contentType), explode: false };
}

/** `explode` where it changes what is sent. The lists of `simple` have commas either way, and `deepObject` always explodes. */
export function normalizeExplode({
  style,
  explode,
  schema,
}: Pick<Parameter, "style" | "explode" | "schema">): boolean {
  const usual = style === "form" || style === "cookie" || style === "deepObject";
  const differs =
    style !== "deepObject" &&
    (mayBe(schema, "object") || (mayBe(schema, "array") && style !== "simple"));
  return differs ? explode : usual;
}

/** Returns whether a value of the schema may be of a type, judging by types alone. */
function mayBe(schema: Schema, type: "array" | "object" | "string"): boolean {
  return (findPossibleTypes(schema) & typeBits[type]) !== 0;
}
