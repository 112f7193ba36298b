import type { Schema } from "../../../model/model.ts";
import type { TypePlace } from "../type-context.ts";
import type { PrintedType } from "./type-printed.ts";
import { text, union } from "./type-printed.ts";

/**
 * Gives schemas other types than those that the document describes: `Date` for `format: date-time`. Called for every schema
 * that is printed, except references, which stay references, and `true` and `false`.
 *
 * @param schema Without `null`: a value that may be null stays so.
 * @param place The place of the schema: `path` is `#/components/schemas/Pet/born`, with names as they are.
 * @returns The text of a TypeScript type, which is written as it is, or undefined to keep the schema's own type.
 */
export type TypeTransform = (schema: Schema, place: Pick<TypePlace, "path">) => string | undefined;

/** The transform's type for a schema; undefined when it leaves the schema alone. */
export function transformedType(
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
  const type = givenType(replaced);
  return isNullable ? union([type, text("null")]) : type;
}

/** Precedence is read from the signs of a type's text. Functions and conditions reach as far as they can. */
function givenType(type: string): PrintedType {
  if (/^[\p{ID_Start}$_][\p{ID_Continue}$.]*$/u.test(type)) {
    return text(type);
  }
  return /=>|\?/.test(type) ? text(`(${type})`) : { text: type, binding: "union" };
}
