import type { MediaType, Schema } from "../../../document/model/model.ts";
import { placeContent } from "./places/emitted-place.ts";
import { printTypeExpression } from "./schema/type-expression.ts";
import { type TypeContext, useIndex } from "./type-context.ts";

/**
 * The type of a body by its schema: a short type is printed itself, and a long one as a reference to its place in the
 * emitted types.
 *
 * @param place the place of the request body or the response
 * @param indent the indentation of the line on which the type starts
 */
export function printSchemaType(
  content: MediaType,
  place: string | undefined,
  context: TypeContext,
  indent: string,
): string {
  const { schema } = content;
  if (schema === undefined) {
    return "unknown";
  }
  return place === undefined || isShort(schema)
    ? printTypeExpression(schema, context, { indent, path: "#/paths" })
    : useIndex(placeContent(content, place), context);
}

/** Returns whether a schema is printed as a name or a primitive, which is more readable than a reference to its place. */
function isShort(schema: Schema): boolean {
  if (schema.ref !== undefined) {
    return schema.ref.name !== undefined;
  }
  const { properties, additionalProperties, allOf, anyOf, oneOf, items, prefixItems } = schema;
  const parts = [properties, additionalProperties, allOf, anyOf, oneOf, prefixItems, schema.enum];
  return (
    parts.every((part) => part === undefined) &&
    schema.types?.includes("object") !== true &&
    (items === undefined || isShort(items))
  );
}
