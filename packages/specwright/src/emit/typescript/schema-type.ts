import type { MediaType, Schema } from "../../model/model.ts";
import { escapeString } from "../escape/string.ts";
import { typeExpression } from "./schema/type-expression.ts";
import { type TypeContext, useIndex } from "./type-context.ts";

/**
 * The type that a schema gives a body: its own when that says most, else its place in the emitted types.
 *
 * @param place of the request body or the response
 * @param indent of the line that the type starts on
 */
export function schemaType(
  { mediaType, schema }: MediaType,
  place: string | undefined,
  context: TypeContext,
  indent: string,
): string {
  if (schema === undefined) {
    return "unknown";
  }
  return place === undefined || isShort(schema)
    ? typeExpression(schema, context, { indent, path: "#/paths" })
    : useIndex(`${place}["content"][${escapeString(mediaType)}]`, context);
}

/** Returns whether a schema prints as a name or a primitive, which is more readable than a reference to its place. */
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
