import type { Schema } from "../../../../document/model/model.ts";
import type { TypePlace } from "../type-context.ts";
import type { PrintedType } from "./type-printed.ts";
import { joinUnion, wrapText } from "./type-printed.ts";

/**
 * Replaces the types of some schemas, for example by `Date` for `format: date-time`. Called for every printed schema,
 * except references (which stay references) and the schemas `true` and `false`.
 *
 * @param schema The schema without `null`. A value that may be null stays nullable.
 * @param place The place of the schema. `path` is `#/components/schemas/Pet/born`, with unescaped names.
 * @returns The text of a TypeScript type, which is inserted unchanged, or undefined to keep the schema's own type.
 */
export type TypeTransform = (schema: Schema, place: Pick<TypePlace, "path">) => string | undefined;

/** The transform's type for a schema. Undefined when the transform does not replace it. */
export function findTransformedType(
  schema: Schema,
  transform: TypeTransform,
  { path }: TypePlace,
): PrintedType | undefined {
  const { types } = schema;
  const isNullable = types?.includes("null") === true && types.length > 1;
  const given = isNullable ? { ...schema, types: types.filter((type) => type !== "null") } : schema;
  const replaced = transform(given, { path });
  if (replaced === undefined) {
    return undefined;
  }
  const type = wrapGivenType(replaced);
  return isNullable ? joinUnion([type, wrapText("null")]) : type;
}

/**
 * Guesses the precedence from the characters of a type's text. Function types and conditional types extend as far as
 * possible, so they are put in parentheses.
 */
function wrapGivenType(type: string): PrintedType {
  if (/^[\p{ID_Start}$_][\p{ID_Continue}$.]*$/u.test(type)) {
    return wrapText(type);
  }
  return /=>|\?/.test(type) ? wrapText(`(${type})`) : { text: type, binding: "union" };
}
