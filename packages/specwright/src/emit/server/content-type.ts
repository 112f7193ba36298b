import type { MediaType } from "../../model/model.ts";
import { mediaKind } from "../media-kind.ts";
import { schemaType } from "../schema-type.ts";
import type { TypeContext } from "../type-context.ts";

/** The type of a request's body as a handler gets it. */
export function requestBodyType(
  mediaType: MediaType,
  place: string | undefined,
  context: TypeContext,
): string {
  switch (mediaKind(mediaType.mediaType)) {
    case "json":
    case "form":
      return schemaType(mediaType, place, context, "  ");
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
      return schemaType(mediaType, place, context, "  ");
    case "text":
    case "form":
      return "TextBody";
    default:
      return mediaType.mediaType.includes("*") ? "unknown" : "BinaryBody";
  }
}
