import type { ValueType } from "@specwright/runtime/v1/parameters";
import { followSchemaReferences } from "../../../document/model/behind-references.ts";
import type { MediaType } from "../../../document/model/model.ts";
import { findBrackets, readFieldStyle } from "../bodies/form-fields.ts";
import { splitsEncodedCommas } from "./encoded-commas.ts";
import { foldValueType } from "./value-type.ts";

/** The fields of a form, which are encoded like query parameters (OpenAPI 3.1, section 4.8.15.1.1). */
export function listFormFields(form: MediaType): readonly Readonly<Record<string, unknown>>[] {
  const { schema } = form;
  const { properties = {} } = foldFormType(form) ?? {};
  return Object.entries(properties).map(([name, type]: readonly [string, ValueType]) => {
    const { style, explode, contentType, arrayFormat } = readFieldStyle(form, name);
    const property = schema && followSchemaReferences(schema)?.properties?.get(name);
    const isList = style !== undefined && explode === false && property !== undefined;
    return {
      name,
      in: "query",
      contentType: style === undefined ? (contentType ?? chooseObjectContent(type)) : undefined,
      style: style === "form" ? undefined : style,
      explode: explode === true ? undefined : explode,
      arrayFormat,
      splitEncoded:
        (isList && splitsEncodedCommas({ ...formList, style, schema: property })) || undefined,
      type: type.type === "string" ? undefined : type,
    };
  });
}

/** The type of the fields that a form does not name. Undefined where they stay text. */
export function describeOtherFields(
  form: MediaType,
): Readonly<Record<string, unknown>> | undefined {
  const arrayFormat = findBrackets(form);
  const { patternProperties, additionalProperties } = foldFormType(form) ?? {};
  const types = [...Object.values(patternProperties ?? {}), additionalProperties].filter(
    (type) => type !== undefined,
  );
  const type = { type: "object", patternProperties, additionalProperties };
  if (arrayFormat !== undefined) {
    return types.length === 0 ? undefined : { arrayFormat, type };
  }
  const contents = new Set(types.map(chooseObjectContent));
  const [contentType] = contents.size === 1 ? contents : [];
  return types.every((each) => (each.type ?? "string") === "string")
    ? undefined
    : { type, contentType };
}

function foldFormType(form: MediaType): ValueType | undefined {
  const { schema } = form;
  return schema && foldValueType(schema, findBrackets(form) === undefined ? undefined : "brackets");
}

/** A form field whose items are joined by commas, in the form of a parameter. */
const formList = { in: "query", explode: false } as const;

/** An object without an encoding is sent as JSON (OpenAPI 3.1, section 4.8.15). */
function chooseObjectContent({ type = [] }: ValueType): string | undefined {
  const names = [type].flat().filter((name) => name !== "null");
  return names.length === 1 && names[0] === "object" ? "application/json" : undefined;
}
