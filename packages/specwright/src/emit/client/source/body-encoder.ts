import type { MediaType } from "../../../document/model/model.ts";
import { findBrackets, listStyledFields, readFieldStyle } from "../../shared/bodies/form-fields.ts";
import { classifyMediaType } from "../../shared/bodies/media-kind.ts";
import { findStreamFormat } from "../../shared/bodies/stream-item.ts";
import { escapePropertyKey } from "../../shared/escape/property-key.ts";
import { escapeString } from "../../shared/escape/string.ts";
import { conversionsName } from "../client-conversions.ts";
import { useImport } from "./imported.ts";

/**
 * The encoder for bodies of a media type, as an expression that calls functions of the runtime.
 *
 * @param isExact whether JSON has numbers that `JSON.stringify` would round
 */
export function printBodyEncoder(
  content: MediaType,
  imports: Set<string>,
  isExact: boolean = false,
): string {
  const { mediaType, encoding } = content;
  const format = findStreamFormat(mediaType);
  if (format === "json-lines" || format === "json-sequence") {
    return useImport(format === "json-lines" ? "jsonLinesBody" : "jsonSequenceBody", imports);
  }
  switch (classifyMediaType(mediaType)) {
    case "json":
      return isExact ? `${conversionsName}.exactJsonBody` : useImport("jsonBody", imports);
    case "form":
      return printFormEncoder(content, imports);
    case "multipart":
      return printMultipartEncoder(mediaType, encoding, imports);
    default:
      return useImport("rawBody", imports);
  }
}

function printFormEncoder(content: MediaType, imports: Set<string>): string {
  const brackets = findBrackets(content);
  const fields = [...content.encoding.keys()].map((name) => printFieldEncoder(content, name));
  if (brackets === undefined) {
    return fields.length === 0
      ? useImport("formBody", imports)
      : `/* @__PURE__ */ ${useImport("formBodyWith", imports)}([${fields.join(", ")}])`;
  }
  const others = listStyledFields(content).map(({ name }) => printFieldEncoder(content, name));
  const words = [
    escapeString(brackets),
    ...(others.length === 0 ? [] : [`[${others.join(", ")}]`]),
  ];
  return `/* @__PURE__ */ ${useImport("bracketFormBody", imports)}(${words.join(", ")})`;
}

function printFieldEncoder(content: MediaType, name: string): string {
  const { style, explode, allowReserved, contentType, arrayFormat } = readFieldStyle(content, name);
  const members = [`name: ${escapeString(name)}`, 'in: "query"'];
  if (contentType !== undefined) {
    members.push(`contentType: ${escapeString(contentType)}`);
  }
  if (style !== undefined) {
    members.push(`style: ${escapeString(style)}`, `explode: ${explode}`);
  }
  if (arrayFormat !== undefined) {
    members.push(`arrayFormat: ${escapeString(arrayFormat)}`);
  }
  if (allowReserved === true) {
    members.push("allowReserved: true");
  }
  return `{ ${members.join(", ")} }`;
}

function printMultipartEncoder(
  mediaType: string,
  encoding: MediaType["encoding"],
  imports: Set<string>,
): string {
  const parts = [...encoding].flatMap(([name, { contentType }]) =>
    contentType === undefined
      ? []
      : [`${escapePropertyKey(name)}: { contentType: ${escapeString(contentType)} }`],
  );
  const subtype = (mediaType.split(";")[0] ?? "").slice("multipart/".length).trim();
  const isForm = subtype === "form-data" || subtype === "*";
  if (parts.length === 0 && isForm) {
    return useImport("multipartBody", imports);
  }
  const more = isForm ? "" : `, ${escapeString(subtype)}`;
  const list = parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
  return `/* @__PURE__ */ ${useImport("multipartBodyWith", imports)}(${list}${more})`;
}
