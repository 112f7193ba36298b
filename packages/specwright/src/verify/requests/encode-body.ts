import { isObject } from "@specwright/runtime/v1/values";
import type { MediaType } from "../../document/model/model.ts";
import { encodeForm } from "../../emit/shared/bodies/form-fields.ts";
import { classifyMediaType, getMediaEssence } from "../../emit/shared/bodies/media-kind.ts";
import type { SentBody, ValueBody } from "../case.ts";

/** Encodes a body. For a range such as `image/*`, the media type that is sent is `application/octet-stream`. */
export function encodeBody(body: ValueBody | SentBody): SentBody {
  if ("content" in body) {
    return body;
  }
  const { mediaType, value } = body;
  const contentType = mediaType.mediaType.includes("*")
    ? "application/octet-stream"
    : mediaType.mediaType;
  switch (classifyMediaType(mediaType.mediaType)) {
    case "json":
      return { contentType, content: JSON.stringify(value) };
    case "form":
      return { contentType, content: encodeForm(mediaType, isObject(value) ? value : {}) };
    case "multipart":
      // `fetch` adds the boundary of the body.
      return { contentType: undefined, content: encodeParts(mediaType, value) };
    default:
      return { contentType, content: typeof value === "string" ? value : JSON.stringify(value) };
  }
}

function encodeParts({ encoding }: MediaType, value: unknown): FormData {
  const form = new FormData();
  for (const [name, member] of Object.entries(isObject(value) ? value : {})) {
    for (const item of Array.isArray(member) ? member : [member]) {
      const type = encoding.get(name)?.contentType;
      if (type !== undefined && getMediaEssence(type) !== "text/plain") {
        form.append(name, new Blob([toText(item)], { type: type.split(",")[0] ?? "" }), name);
      } else {
        form.append(
          name,
          isObject(item) ? new Blob([toText(item)], { type: "application/json" }) : toText(item),
        );
      }
    }
  }
  return form;
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
