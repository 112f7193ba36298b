import type { Schema } from "../../../../document/model/model.ts";
import { resolveSchema, type TypeContext, type TypePlace } from "../type-context.ts";
import { printTypeLiteral } from "./type-literal.ts";
import type { Print } from "./type-object.ts";
import { joinUnion, type PrintedType, wrapText } from "./type-printed.ts";

/**
 * The further members of an object whose names are listed by `propertyNames`, such as `{ [name in "en" | "de"]?: string }`.
 * TypeScript resolves `Record` immediately, so a schema that has itself as a value would be an error (TS2456). Undefined when
 * the names are not listed, or when nothing may have another name than that of a property.
 */
export function printListedNames(
  schema: Schema,
  context: TypeContext,
  place: TypePlace,
  print: Print,
): PrintedType | undefined {
  const { propertyNames, properties, additionalProperties: rest, patternProperties } = schema;
  const names = propertyNames && listNames(propertyNames, context);
  const isObject = schema.types !== undefined || rest !== undefined || properties !== undefined;
  if (propertyNames === undefined || names === undefined || rest?.boolean === false || !isObject) {
    return undefined;
  }
  const others = names.filter((name) => properties?.has(name) !== true);
  if (others.length === 0) {
    return undefined;
  }
  const keys =
    others.length === names.length
      ? print(propertyNames, context, place).text
      : others.map(printTypeLiteral).join(" | ");
  const values = [...(rest === undefined ? [] : [rest]), ...(patternProperties?.values() ?? [])];
  const value =
    rest === undefined
      ? wrapText("unknown")
      : joinUnion(values.map((each) => print(each, context, place)));
  const modifier = context.options.immutable === true ? "readonly " : "";
  return wrapText(`{ ${modifier}[name in ${keys}]?: ${value.text} }`);
}

/** The values of a schema that lists texts. */
function listNames(schema: Schema, context: TypeContext): readonly string[] | undefined {
  const target = resolveSchema(schema, context);
  const values = target?.const === undefined ? target?.enum : [target.const.value];
  const names = values?.filter((value) => typeof value === "string");
  return names !== undefined && names.length > 0 && names.length === values?.length
    ? names
    : undefined;
}
