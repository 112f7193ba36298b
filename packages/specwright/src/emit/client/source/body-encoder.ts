import type { Encoding, MediaType } from "../../../model/model.ts";
import { classifyMediaType } from "../../bodies/media-kind.ts";
import { findStreamFormat } from "../../bodies/stream-item.ts";
import { escapePropertyKey } from "../../escape/property-key.ts";
import { escapeString } from "../../escape/string.ts";
import { useImport } from "./imported.ts";

/** The encoder for bodies of a media type, as an expression that calls functions of the runtime. */
export function printBodyEncoder({ mediaType, encoding }: MediaType, imports: Set<string>): string {
  const format = findStreamFormat(mediaType);
  if (format === "json-lines" || format === "json-sequence") {
    return useImport(format === "json-lines" ? "jsonLinesBody" : "jsonSequenceBody", imports);
  }
  switch (classifyMediaType(mediaType)) {
    case "json":
      return useImport("jsonBody", imports);
    case "form":
      return printFormEncoder(encoding, imports);
    case "multipart":
      return printMultipartEncoder(mediaType, encoding, imports);
    default:
      return useImport("rawBody", imports);
  }
}

function printFormEncoder(encoding: MediaType["encoding"], imports: Set<string>): string {
  const fields = [...encoding].map(([name, value]) => printFieldEncoder(name, value));
  return fields.length === 0
    ? useImport("formBody", imports)
    : `/* @__PURE__ */ ${useImport("formBodyWith", imports)}([${fields.join(", ")}])`;
}

/** When a style is set, `contentType` has no effect (OpenAPI 3.1, section 4.8.15.1.2). */
function printFieldEncoder(name: string, encoding: Encoding): string {
  const { style, explode, allowReserved, contentType } = encoding;
  const members = [`name: ${escapeString(name)}`, 'in: "query"'];
  if (style === undefined && explode === undefined && allowReserved === undefined) {
    if (contentType !== undefined) {
      members.push(`contentType: ${escapeString(contentType)}`);
    }
  } else {
    members.push(`style: ${escapeString(style ?? "form")}`);
    members.push(`explode: ${explode ?? (style ?? "form") === "form"}`);
    if (allowReserved === true) {
      members.push("allowReserved: true");
    }
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
