import type { Encoding, MediaType } from "../../../model/model.ts";
import { mediaKind } from "../../bodies/media-kind.ts";
import { findStreamFormat } from "../../bodies/stream-item.ts";
import { escapePropertyKey } from "../../escape/property-key.ts";
import { escapeString } from "../../escape/string.ts";
import { imported } from "./imported.ts";

/** The encoder for bodies of a media type, as an expression that calls functions of the runtime. */
export function bodyEncoderSource(
  { mediaType, encoding }: MediaType,
  imports: Set<string>,
): string {
  const format = findStreamFormat(mediaType);
  if (format === "json-lines" || format === "json-sequence") {
    return imported(format === "json-lines" ? "jsonLinesBody" : "jsonSequenceBody", imports);
  }
  switch (mediaKind(mediaType)) {
    case "json":
      return imported("jsonBody", imports);
    case "form":
      return formSource(encoding, imports);
    case "multipart":
      return multipartSource(mediaType, encoding, imports);
    default:
      return imported("rawBody", imports);
  }
}

function formSource(encoding: MediaType["encoding"], imports: Set<string>): string {
  const fields = [...encoding].map(([name, value]) => fieldSource(name, value));
  return fields.length === 0
    ? imported("formBody", imports)
    : `/* @__PURE__ */ ${imported("formBodyWith", imports)}([${fields.join(", ")}])`;
}

/** When a style is set, `contentType` has no effect (OpenAPI 3.1, section 4.8.15.1.2). */
function fieldSource(name: string, encoding: Encoding): string {
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

function multipartSource(
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
    return imported("multipartBody", imports);
  }
  const more = isForm ? "" : `, ${escapeString(subtype)}`;
  const list = parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
  return `/* @__PURE__ */ ${imported("multipartBodyWith", imports)}(${list}${more})`;
}
