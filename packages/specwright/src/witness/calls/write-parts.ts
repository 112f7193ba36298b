import { isObject } from "@specwright/runtime/v1/values";
import type { MediaType } from "../../document/model/model.ts";
import { listMultipartParts } from "../../emit/shared/bodies/multipart-parts.ts";

const boundary = "boundary";

/** A multipart body as text, with the bytes that the generated client sends for it, apart from its boundary. */
export function writeParts(
  mediaType: MediaType,
  value: unknown,
): { readonly contentType: string; readonly content: string } {
  const files = new Set(
    listMultipartParts(mediaType)?.flatMap(({ name, isFile }) => (isFile ? [name] : [])),
  );
  const parts = Object.entries(isObject(value) ? value : {}).flatMap(([name, member]) =>
    (Array.isArray(member) ? member : [member])
      .filter((item) => item !== undefined && item !== null)
      .map((item) => writePart(name, item, files.has(name) && typeof item === "string", mediaType)),
  );
  const [essence = ""] = mediaType.mediaType.split(";");
  return {
    contentType: `${essence.includes("*") ? "multipart/form-data" : essence}; boundary=${boundary}`,
    content: `${parts.join("")}--${boundary}--\r\n`,
  };
}

function writePart(name: string, item: unknown, isFile: boolean, { encoding }: MediaType): string {
  const [declared = ""] = encoding.get(name)?.contentType?.split(",") ?? [];
  const concrete = declared.includes("*") ? "" : declared.trim();
  const usual = isFile ? "application/octet-stream" : isObject(item) ? "application/json" : "";
  const type = concrete || usual;
  const file = isFile ? '; filename="blob"' : "";
  const head = [
    `content-disposition: form-data; name="${name.replaceAll('"', "%22")}"${file}`,
    ...(type === "" ? [] : [`content-type: ${type}`]),
  ];
  const text = typeof item === "string" ? item : JSON.stringify(item);
  return `--${boundary}\r\n${head.join("\r\n")}\r\n\r\n${text}\r\n`;
}
