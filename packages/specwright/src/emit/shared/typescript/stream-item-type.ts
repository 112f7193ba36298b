import type { MediaType } from "../../../document/model/model.ts";
import { describeStreamItem } from "../bodies/stream-item.ts";
import { printTypeExpression } from "./schema/type-expression.ts";
import { printSchemaType } from "./schema-type.ts";
import { type TypeContext, use } from "./type-context.ts";

/** The type of an item of a stream, as a program receives it. */
export function printStreamItemType(
  mediaType: MediaType,
  place: string | undefined,
  context: TypeContext,
  indent: string,
): string {
  const { schema, data } = describeStreamItem(mediaType);
  const inPlace = { indent, path: "#/paths" };
  if (data !== undefined) {
    return `${use("ServerSentEvent", context)}<${printTypeExpression(data, context, inPlace)}>`;
  }
  if (schema === undefined) {
    return "unknown";
  }
  return schema === mediaType.schema
    ? printSchemaType(mediaType, place, context, indent)
    : printTypeExpression(schema, context, inPlace);
}
