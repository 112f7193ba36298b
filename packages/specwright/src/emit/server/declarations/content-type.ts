import type { MediaType } from "../../../document/model/model.ts";
import { classifyMediaType, getMediaEssence } from "../../shared/bodies/media-kind.ts";
import { listMultipartParts } from "../../shared/bodies/multipart-parts.ts";
import { findStreamFormat } from "../../shared/bodies/stream-item.ts";
import { escapePropertyKey } from "../../shared/escape/property-key.ts";
import { escapeString } from "../../shared/escape/string.ts";
import { printHeadersType } from "../../shared/typescript/headers-type.ts";
import { printSchemaType } from "../../shared/typescript/schema-type.ts";
import { printStreamItemType } from "../../shared/typescript/stream-item-type.ts";
import { type TypeContext, use } from "../../shared/typescript/type-context.ts";

/**
 * The type of a request's body as a handler receives it.
 *
 * @param filled the type with defaults filled in, when the router fills in some
 */
export function printRequestContentType(
  mediaType: MediaType,
  place: string | undefined,
  context: TypeContext,
  filled: string | undefined,
): string {
  const format = findStreamFormat(mediaType.mediaType);
  if (format === "json-lines" || format === "json-sequence") {
    return `AsyncIterable<${printStreamItemType(mediaType, place, context, "  ")}>`;
  }
  switch (classifyMediaType(mediaType.mediaType)) {
    case "json":
    case "form":
      return filled ?? printSchemaType(mediaType, place, context, "  ");
    case "multipart":
      return printHandlerMultipart(mediaType, place, context, filled);
    case "text":
      return "string";
    case "binary":
      return "ReadableStream<Uint8Array>";
  }
}

/** The type of a response's body as a handler returns it. */
export function printResponseContentType(
  mediaType: MediaType,
  place: string | undefined,
  context: TypeContext,
): string {
  if (findStreamFormat(mediaType.mediaType) !== undefined) {
    return `${use("ItemStream", context)}<${printStreamItemType(mediaType, place, context, "  ")}>`;
  }
  switch (classifyMediaType(mediaType.mediaType)) {
    case "json":
      return printSchemaType(mediaType, place, context, "  ");
    case "text":
    case "form":
      return use("TextBody", context);
    default:
      return mediaType.mediaType.includes("*") ? "unknown" : use("BinaryBody", context);
  }
}

/** Without a schema of an object, the handler receives the form itself. */
function printHandlerMultipart(
  mediaType: MediaType,
  place: string | undefined,
  context: TypeContext,
  filled: string | undefined,
): string {
  const parts = listMultipartParts(mediaType);
  if (parts === undefined) {
    return getMediaEssence(mediaType.mediaType) === "multipart/form-data"
      ? "FormData"
      : "ReadableStream<Uint8Array>";
  }
  const files = parts.flatMap(({ name, isFile }) =>
    isFile && name !== undefined ? [escapeString(name)] : [],
  );
  const type = filled ?? printSchemaType(mediaType, place, context, "  ");
  return `${use("MultipartForm", context)}<${[type, ...(files.length === 0 ? [] : [files.join(" | ")])].join(", ")}>`;
}

/** The type of the documented headers of a body's parts. Undefined when the document describes none. */
export function printPartHeaders(mediaType: MediaType, context: TypeContext): string | undefined {
  const members = (listMultipartParts(mediaType) ?? []).flatMap(({ name, isList, encoding }) => {
    if (name === undefined || encoding === undefined || encoding.headers.size === 0) {
      return [];
    }
    const one = printHeadersType(encoding.headers, context);
    const type = isList === true ? `readonly ${one}[]` : one;
    return [`readonly ${escapePropertyKey(name)}?: ${type}`];
  });
  return members.length === 0 ? undefined : `{ ${members.join("; ")} }`;
}
