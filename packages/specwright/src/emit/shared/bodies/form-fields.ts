import { bracketFormBody, formBodyWith } from "@specwright/runtime/v1/client";
import type { ArrayFormat, ParameterDefinition } from "@specwright/runtime/v1/parameters";
import type { MediaType } from "../../../document/model/model.ts";

/** How a field of a form is written, in the members of a parameter. Empty: a list repeats its name, an object is JSON. */
export type FieldStyle = Pick<
  ParameterDefinition,
  "style" | "explode" | "allowReserved" | "contentType" | "arrayFormat"
>;

/**
 * The style of a field: as its `encoding` says, otherwise that of all fields of a form with brackets. When a style is set,
 * `contentType` has no effect (OpenAPI 3.1, section 4.8.15.1.2).
 */
export function readFieldStyle(form: MediaType, name: string): FieldStyle {
  const { style, explode, allowReserved, contentType } = form.encoding.get(name) ?? {};
  const hasBrackets = findBrackets(form) !== undefined;
  // A name such as `ids[]` has its brackets already.
  const arrayFormat = name.includes("[") ? undefined : findBrackets(form);
  if (style === undefined && explode === undefined && allowReserved === undefined) {
    return contentType !== undefined
      ? { contentType }
      : !hasBrackets
        ? {}
        : { style: "deepObject", ...(arrayFormat ? { arrayFormat } : { explode: true }) };
  }
  const effective = style ?? "form";
  const explodes = explode ?? effective === "form";
  const canHaveBrackets = effective === "deepObject" || (effective === "form" && explodes);
  return {
    style: effective,
    explode: explodes,
    ...(allowReserved === true && { allowReserved }),
    ...(canHaveBrackets && arrayFormat !== undefined && { arrayFormat }),
  };
}

/** The format of a form with brackets. Undefined for other forms. */
export function findBrackets({
  arrayFormat,
}: MediaType): Exclude<ArrayFormat, "repeat"> | undefined {
  return arrayFormat === "repeat" ? undefined : arrayFormat;
}

/** The fields that are not written as the others of their form. */
export function listStyledFields(form: MediaType): readonly ParameterDefinition[] {
  return [...form.encoding.keys()]
    .map((name) => ({ name, in: "query" as const, ...readFieldStyle(form, name) }))
    .filter(({ style, contentType, allowReserved, arrayFormat }) =>
      style === "deepObject" && arrayFormat !== undefined
        ? allowReserved === true
        : style !== undefined || contentType !== undefined,
    );
}

/**
 * Writes a form as the generated client does.
 *
 * @throws TypeError when a field's style cannot carry its value
 */
export function encodeForm(form: MediaType, value: object): string {
  const brackets = findBrackets(form);
  const fields = listStyledFields(form);
  const encode = brackets === undefined ? formBodyWith(fields) : bracketFormBody(brackets, fields);
  return encode(value) as string; // The encoders of forms write text for an object.
}
