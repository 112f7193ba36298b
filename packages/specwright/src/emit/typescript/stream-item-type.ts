import type { MediaType } from "../../model/model.ts";
import { describeStreamItem } from "../bodies/stream-item.ts";
import { typeExpression } from "./schema/type-expression.ts";
import { schemaType } from "./schema-type.ts";
import { type TypeContext, use } from "./type-context.ts";

/** The type of an item of a stream, as a program receives it. */
export function streamItemType(
  mediaType: MediaType,
  place: string | undefined,
  context: TypeContext,
  indent: string,
): string {
  const { schema, data } = describeStreamItem(mediaType);
  const inPlace = { indent, path: "#/paths" };
  if (data !== undefined) {
    return `${use("ServerSentEvent", context)}<${typeExpression(data, context, inPlace)}>`;
  }
  if (schema === undefined) {
    return "unknown";
  }
  return schema === mediaType.schema
    ? schemaType(mediaType, place, context, indent)
    : typeExpression(schema, context, inPlace);
}
