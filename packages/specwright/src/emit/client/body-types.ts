import type { MediaType, Operation, Schema } from "../../model/model.ts";
import { escapePropertyKey } from "../escape/property-key.ts";
import { escapeString } from "../escape/string.ts";
import type { TypeContext } from "../type-context.ts";
import { resolveSchema } from "../type-context.ts";
import { typeExpression } from "../type-expression.ts";
import { readContent } from "./answers.ts";
import { mediaKind } from "./media-kind.ts";
import { preferred } from "./operation-source.ts";

/** The methods that `paths` of the emitted types has members for. */
const typedMethods: ReadonlySet<string> = new Set([
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
]);

/** The types of an operation's bodies, printed once where they are asked for. */
export interface BodyTypes {
  /** What the operation takes; several media types are alternatives. */
  readonly request: () => string;
  /** What an answer holds; `undefined` without a body. */
  readonly response: (status: string) => string;
}

/** The types of an operation's bodies, by reference into the emitted types where they are long. */
export function bodyTypes(operation: Operation, context: TypeContext): BodyTypes {
  const root = operationReference(operation);
  const { requestBody } = operation;
  return {
    request: () => {
      const content = preferred(requestBody?.value.content ?? []);
      const body = requestBody?.value.required === true ? '["requestBody"]' : undefined;
      const place = root && (body ? `${root}${body}` : `NonNullable<${root}["requestBody"]>`);
      return union(content.map((mediaType) => requestType(mediaType, place, context)));
    },
    response: (status) => {
      const content = operation.responses.get(status)?.value.content ?? [];
      const place = root && `${root}["responses"][${statusKey(status)}]`;
      const types = readContent(content).map((mediaType) =>
        responseType(mediaType, place, context),
      );
      return types.length === 0 ? "undefined" : union(types);
    },
  };
}

/** The operation in the emitted types; undefined when they have no member for its method. */
function operationReference({ operationId, path, method }: Operation): string | undefined {
  if (!typedMethods.has(method)) {
    return undefined;
  }
  return operationId === undefined || operationId === ""
    ? `paths[${escapeString(path)}][${escapeString(method)}]`
    : `operations[${escapeString(operationId.replaceAll("#", "/"))}]`;
}

function statusKey(status: string): string {
  const key = escapePropertyKey(status);
  return /^\d/.test(key) ? key : escapeString(status);
}

function requestType(
  mediaType: MediaType,
  place: string | undefined,
  context: TypeContext,
): string {
  switch (mediaKind(mediaType.mediaType)) {
    case "json":
      return contentType(mediaType, place, context);
    case "form":
      return `${contentType(mediaType, place, context)} | URLSearchParams`;
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
    return contentType(mediaType, place, context);
  }
  if (mediaType.mediaType.includes("*") && kind === "binary") {
    return "unknown";
  }
  return kind === "text" || kind === "form" ? "string" : "Blob";
}

function contentType(
  { mediaType, schema }: MediaType,
  place: string | undefined,
  context: TypeContext,
): string {
  if (schema === undefined) {
    return "unknown";
  }
  return place === undefined || isShort(schema)
    ? typeExpression(schema, context, { indent: "", path: "#/paths" })
    : `${place}["content"][${escapeString(mediaType)}]`;
}

/** Whether a schema prints as a name or a primitive, which says more than a reference to its place. */
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

function multipartType(
  mediaType: MediaType,
  place: string | undefined,
  context: TypeContext,
): string {
  const binary = mediaType.schema === undefined ? [] : binaryProperties(mediaType.schema, context);
  const names = binary.map((name) => escapeString(name)).join(" | ");
  return `MultipartBody<${contentType(mediaType, place, context)}${names && `, ${names}`}>`;
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
