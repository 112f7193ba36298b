import type { MediaType } from "../../../model/model.ts";
import { getMediaEssence, mediaKind } from "../../bodies/media-kind.ts";
import { multipartParts } from "../../bodies/multipart-parts.ts";
import { findStreamFormat } from "../../bodies/stream-item.ts";
import { escapePropertyKey } from "../../escape/property-key.ts";
import { escapeString } from "../../escape/string.ts";
import { headersType } from "../../typescript/headers-type.ts";
import { schemaType } from "../../typescript/schema-type.ts";
import { streamItemType } from "../../typescript/stream-item-type.ts";
import { type TypeContext, use } from "../../typescript/type-context.ts";

/**
 * The type of a request's body as a handler receives it.
 *
 * @param filled the type with defaults filled in, when the router fills in some
 */
export function requestBodyType(
  mediaType: MediaType,
  place: string | undefined,
  context: TypeContext,
  filled: string | undefined,
): string {
  const format = findStreamFormat(mediaType.mediaType);
  if (format === "json-lines" || format === "json-sequence") {
    return `AsyncIterable<${streamItemType(mediaType, place, context, "  ")}>`;
  }
  switch (mediaKind(mediaType.mediaType)) {
    case "json":
    case "form":
      return filled ?? schemaType(mediaType, place, context, "  ");
    case "multipart":
      return multipartType(mediaType, place, context, filled);
    case "text":
      return "string";
    case "binary":
      return "ReadableStream<Uint8Array>";
  }
}

/** The type of a response's body as a handler returns it. */
export function responseBodyType(
  mediaType: MediaType,
  place: string | undefined,
  context: TypeContext,
): string {
  if (findStreamFormat(mediaType.mediaType) !== undefined) {
    return `${use("ItemStream", context)}<${streamItemType(mediaType, place, context, "  ")}>`;
  }
  switch (mediaKind(mediaType.mediaType)) {
    case "json":
      return schemaType(mediaType, place, context, "  ");
    case "text":
    case "form":
      return use("TextBody", context);
    default:
      return mediaType.mediaType.includes("*") ? "unknown" : use("BinaryBody", context);
  }
}

/** Without a schema of an object, the handler receives the form itself. */
function multipartType(
  mediaType: MediaType,
  place: string | undefined,
  context: TypeContext,
  filled: string | undefined,
): string {
  const parts = multipartParts(mediaType);
  if (parts === undefined) {
    return getMediaEssence(mediaType.mediaType) === "multipart/form-data"
      ? "FormData"
      : "ReadableStream<Uint8Array>";
  }
  const files = parts.flatMap(({ name, isFile }) =>
    isFile && name !== undefined ? [escapeString(name)] : [],
  );
  const type = filled ?? schemaType(mediaType, place, context, "  ");
  return `${use("MultipartForm", context)}<${[type, ...(files.length === 0 ? [] : [files.join(" | ")])].join(", ")}>`;
}

/** The type of the documented headers of a body's parts. Undefined when the document describes none. */
export function partHeadersType(mediaType: MediaType, context: TypeContext): string | undefined {
  const members = (multipartParts(mediaType) ?? []).flatMap(({ name, isList, encoding }) => {
    if (name === undefined || encoding === undefined || encoding.headers.size === 0) {
      return [];
    }
    const one = headersType(encoding.headers, context);
    const type = isList === true ? `readonly ${one}[]` : one;
    return [`readonly ${escapePropertyKey(name)}?: ${type}`];
  });
  return members.length === 0 ? undefined : `{ ${members.join("; ")} }`;
}
