import type { MediaType, Operation, Schema } from "../../model/model.ts";
import { mediaKind } from "../client/media-kind.ts";
import { escapeString } from "../escape/string.ts";
import type { TypeContext } from "../type-context.ts";
import { typeExpression } from "../type-expression.ts";
import { isEmitted, operationKey } from "../types/operation-members.ts";

/** A place in the emitted types, such as `operations["getTool"]`; undefined when they do not have the operation. */
export function operationPlace(
  operation: Operation,
  root: "paths" | "webhooks",
  context: TypeContext,
): string | undefined {
  if (!isEmitted(operation, context)) {
    return undefined;
  }
  const key = operationKey(operation);
  return key === undefined
    ? `${root}[${escapeString(operation.path)}][${escapeString(operation.method)}]`
    : `operations[${escapeString(key)}]`;
}

/**
 * The type of a body that is described by a schema: its own when that says most, else its place in the emitted types.
 *
 * @param place of the request body or the response
 */
export function schemaType(
  { mediaType, schema }: MediaType,
  place: string | undefined,
  context: TypeContext,
): string {
  if (schema === undefined) {
    return "unknown";
  }
  return place === undefined || isShort(schema)
    ? typeExpression(schema, context, { indent: "  ", path: "#/paths" })
    : `${place}["content"][${escapeString(mediaType)}]`;
}

/** The type of a request's body as a handler gets it. */
export function requestBodyType(
  mediaType: MediaType,
  place: string | undefined,
  context: TypeContext,
): string {
  switch (mediaKind(mediaType.mediaType)) {
    case "json":
    case "form":
      return schemaType(mediaType, place, context);
    case "multipart":
      return "FormData";
    case "text":
      return "string";
    case "binary":
      return "ReadableStream<Uint8Array>";
  }
}

/** The type of an answer's body as a handler gives it. */
export function responseBodyType(
  mediaType: MediaType,
  place: string | undefined,
  context: TypeContext,
): string {
  switch (mediaKind(mediaType.mediaType)) {
    case "json":
      return schemaType(mediaType, place, context);
    case "text":
    case "form":
      return "TextBody";
    default:
      return mediaType.mediaType.includes("*") ? "unknown" : "BinaryBody";
  }
}

/** Whether a schema prints as a name or a primitive, which says more than a reference to its place. */
function isShort(schema: Schema): boolean {
  if (schema.ref !== undefined) {
    return schema.ref.name !== undefined;
  }
  const { properties, additionalProperties, allOf, anyOf, oneOf, items, prefixItems } = schema;
  const nested = [properties, additionalProperties, allOf, anyOf, oneOf, prefixItems, schema.enum];
  return (
    nested.every((part) => part === undefined) &&
    schema.types?.includes("object") !== true &&
    (items === undefined || isShort(items))
  );
}
