import type { MediaType, Operation, Schema } from "../../model/model.ts";
import { operationPlace, requestBodyPlace, responsePlace } from "../emitted-place.ts";
import { escapeString } from "../escape/string.ts";
import { mediaKind } from "../media-kind.ts";
import { schemaType } from "../schema-type.ts";
import type { TypeContext } from "../type-context.ts";
import { resolveSchema } from "../type-context.ts";
import { readContent } from "./answers.ts";
import { preferred } from "./operation-source.ts";

/** The types of an operation's bodies, printed once where they are asked for. */
export interface BodyTypes {
  /** What the operation takes; several media types are alternatives. */
  readonly request: () => string;
  /** What an answer holds; `undefined` without a body. */
  readonly response: (status: string) => string;
}

/** The types of an operation's bodies, by reference into the emitted types where they are long. */
export function bodyTypes(operation: Operation, context: TypeContext): BodyTypes {
  const root = operationPlace(operation, "paths", context);
  const { requestBody } = operation;
  return {
    request: () => {
      const content = preferred(requestBody?.value.content ?? []);
      const place = requestBodyPlace(operation, root);
      return union(content.map((mediaType) => requestType(mediaType, place, context)));
    },
    response: (status) => {
      const content = operation.responses.get(status)?.value.content ?? [];
      const place = responsePlace(status, root);
      const types = readContent(content).map((mediaType) =>
        responseType(mediaType, place, context),
      );
      return types.length === 0 ? "undefined" : union(types);
    },
  };
}

function requestType(
  mediaType: MediaType,
  place: string | undefined,
  context: TypeContext,
): string {
  switch (mediaKind(mediaType.mediaType)) {
    case "json":
      return schemaType(mediaType, place, context, "");
    case "form":
      return `${schemaType(mediaType, place, context, "")} | URLSearchParams`;
    case "multipart":
      return multipartType(mediaType, place, context);
    case "text":
      return "string";
    case "binary":
      return "BinaryBody";
  }
}

function responseType(
  mediaType: MediaType,
  place: string | undefined,
  context: TypeContext,
): string {
  const kind = mediaKind(mediaType.mediaType);
  if (kind === "json") {
    return schemaType(mediaType, place, context, "");
  }
  if (mediaType.mediaType.includes("*") && kind === "binary") {
    return "unknown";
  }
  return kind === "text" || kind === "form" ? "string" : "Blob";
}

function multipartType(
  mediaType: MediaType,
  place: string | undefined,
  context: TypeContext,
): string {
  const binary = mediaType.schema === undefined ? [] : binaryProperties(mediaType.schema, context);
  const names = binary.map((name) => escapeString(name)).join(" | ");
  return `MultipartBody<${schemaType(mediaType, place, context, "")}${names && `, ${names}`}>`;
}

/** Properties that are files: `format: binary` of 3.0, a media type without an encoding in 3.1 (section 4.8.14.2). */
function binaryProperties(schema: Schema, context: TypeContext): string[] {
  const resolved = resolveSchema(schema, context);
  const own = [...(resolved?.properties ?? [])].flatMap(([name, property]) =>
    isBinary(property, context) ? [name] : [],
  );
  return [...own, ...(resolved?.allOf ?? []).flatMap((part) => binaryProperties(part, context))];
}

function isBinary(schema: Schema, context: TypeContext): boolean {
  const resolved = resolveSchema(schema, context);
  if (resolved === undefined) {
    return false;
  }
  const { format, contentMediaType, contentEncoding, items } = resolved;
  return (
    format === "binary" ||
    (contentMediaType !== undefined && contentEncoding === undefined) ||
    (items !== undefined && items.boolean === undefined && isBinary(items, context))
  );
}

function union(types: readonly string[]): string {
  const unique = [...new Set(types)];
  return unique.length === 0 ? "never" : unique.join(" | ");
}
