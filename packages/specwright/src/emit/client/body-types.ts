import type { MediaType, Operation } from "../../document/model/model.ts";
import { groupBy } from "../../group-by.ts";
import { classifyMediaType } from "../shared/bodies/media-kind.ts";
import { listMultipartParts } from "../shared/bodies/multipart-parts.ts";
import { findStreamFormat } from "../shared/bodies/stream-item.ts";
import { escapePropertyKey } from "../shared/escape/property-key.ts";
import { escapeString } from "../shared/escape/string.ts";
import { printHeadersType } from "../shared/typescript/headers-type.ts";
import {
  placeOperation,
  placeRequestBody,
  placeResponse,
} from "../shared/typescript/places/emitted-place.ts";
import { printSchemaType } from "../shared/typescript/schema-type.ts";
import { printStreamItemType } from "../shared/typescript/stream-item-type.ts";
import { type TypeContext, use } from "../shared/typescript/type-context.ts";
import { isBodyless, readContent } from "./answers.ts";
import { putPreferredFirst } from "./source/operation-source.ts";

/** The types of an operation's bodies. Each is printed once, when it is first needed. */
export interface BodyTypes {
  /** The type of the request body. With several media types it is a union. */
  readonly printRequest: () => string;
  /** The type of each media type of the request body, in the order in which they are preferred. */
  readonly printRequests: () => readonly { readonly mediaType: string; readonly type: string }[];
  /**
   * The type of a response's body. `undefined` without a body.
   *
   * @param wanted the media type that the caller chose. A response without it may have any of its own media types.
   */
  readonly printResponse: (status: string, wanted?: string) => string;
}

/**
 * The types of an operation's bodies. Long types are printed as references to the emitted types.
 *
 * @param isCallback whether the operation belongs to a callback. The emitted types have no such operations.
 */
export function printBodyTypes(
  operation: Operation,
  context: TypeContext,
  isCallback = false,
): BodyTypes {
  const root = isCallback ? undefined : placeOperation(operation, "paths", context);
  const { requestBody } = operation;
  const printRequestTypes: BodyTypes["printRequests"] = () => {
    const place = placeRequestBody(operation, root);
    return putPreferredFirst(requestBody?.value.content ?? []).map((mediaType) => ({
      mediaType: mediaType.mediaType,
      type: requestType(mediaType, place, context),
    }));
  };
  return {
    printRequests: printRequestTypes,
    printRequest: () => joinBodyTypes(printRequestTypes().map(({ type }) => type)),
    printResponse: (status, wanted) => {
      // A response to HEAD has no body, even if the document describes one (RFC 9110, section 9.3.2).
      const content =
        operation.method === "head" || isBodyless(status)
          ? []
          : (operation.responses.get(status)?.value.content ?? []);
      const place = placeResponse(status, root);
      const exact = withType(content, wanted);
      const types = (exact.length > 0 ? exact : readContent(content)).map((mediaType) =>
        printResponseBody(mediaType, place, context),
      );
      return types.length === 0 ? "undefined" : joinBodyTypes(types);
    },
  };
}

/**
 * The entries of a content with exactly this media type. They are found with an index, because a content may have many
 * entries.
 */
function withType(content: readonly MediaType[], wanted: string | undefined): readonly MediaType[] {
  if (wanted === undefined) {
    return [];
  }
  const known = indexes.get(content) ?? groupBy(content, ({ mediaType }) => mediaType);
  indexes.set(content, known);
  return known.get(wanted) ?? [];
}

const indexes = new WeakMap<readonly MediaType[], ReadonlyMap<string, readonly MediaType[]>>();

function requestType(
  mediaType: MediaType,
  place: string | undefined,
  context: TypeContext,
): string {
  const format = findStreamFormat(mediaType.mediaType);
  if (format === "json-lines" || format === "json-sequence") {
    const item = printStreamItemType(mediaType, place, context, "");
    return `AsyncIterable<${item}> | Iterable<${item}> | ${use("BinaryBody", context)}`;
  }
  switch (classifyMediaType(mediaType.mediaType)) {
    case "json":
      return printSchemaType(mediaType, place, context, "");
    case "form":
      return `${printSchemaType(mediaType, place, context, "")} | URLSearchParams`;
    case "multipart":
      return printMultipartType(mediaType, place, context);
    case "text":
      return "string";
    case "binary":
      return use("BinaryBody", context);
  }
}

function printResponseBody(
  mediaType: MediaType,
  place: string | undefined,
  context: TypeContext,
): string {
  if (findStreamFormat(mediaType.mediaType) !== undefined) {
    return `AsyncGenerator<${printStreamItemType(mediaType, place, context, "")}, void, undefined>`;
  }
  const kind = classifyMediaType(mediaType.mediaType);
  if (kind === "json") {
    return printSchemaType(mediaType, place, context, "");
  }
  if (mediaType.mediaType.includes("*") && kind === "binary") {
    return "unknown";
  }
  return kind === "text" || kind === "form" ? "string" : "Blob";
}

function printMultipartType(
  mediaType: MediaType,
  place: string | undefined,
  context: TypeContext,
): string {
  const parts = listMultipartParts(mediaType) ?? [];
  const files = parts.flatMap(({ name, isFile }) =>
    isFile && name !== undefined ? [escapeString(name)] : [],
  );
  const fields = parts.flatMap(({ name, encoding }) =>
    name === undefined || encoding === undefined || encoding.headers.size === 0
      ? []
      : [`${escapePropertyKey(name)}: ${printHeadersType(encoding.headers, context)}`],
  );
  const further = [
    files.join(" | ") || (fields.length > 0 ? "never" : ""),
    fields.length === 0 ? "" : `{ ${fields.join("; ")} }`,
  ].filter((text) => text !== "");
  return `${use("MultipartBody", context)}<${[printSchemaType(mediaType, place, context, ""), ...further].join(", ")}>`;
}

function joinBodyTypes(types: readonly string[]): string {
  const unique = [...new Set(types)];
  return unique.length === 0 ? "never" : unique.join(" | ");
}
