import type { Diagnostic } from "../../diagnostic.ts";
import type { MediaType, Operation } from "../../model/model.ts";
import { mediaKind } from "../media-kind.ts";
import { multipartParts } from "../multipart-parts.ts";
import { streamFormatOf } from "../stream-item.ts";
import { valueTypeOf } from "../value-type.ts";

/** Losses: bodies that the router hands over without holding them against their schema. */
export function uncheckedBodies({ requestBody }: Operation): readonly Diagnostic[] {
  const { content = [], location } = requestBody?.value ?? {};
  return content.filter(isUnchecked).map((mediaType) => ({
    severity: "loss",
    code: "unchecked-body",
    message: `\`${mediaType.mediaType}\` bodies are handed over by the router unvalidated.`,
    fix: "Check them in the handler.",
    ...(location && { file: location.file, pointer: location.pointer }),
  }));
}

/** Whether a schema says more than that a body is text or bytes, and is not of a kind that the router parses. */
export function isUnchecked(content: MediaType): boolean {
  const { mediaType, schema } = content;
  const kind = mediaKind(mediaType);
  const format = streamFormatOf(mediaType);
  const isChecked =
    kind === "json" ||
    kind === "form" ||
    multipartParts(content) !== undefined ||
    (format !== undefined && format !== "events");
  return !isChecked && schema !== undefined && valueTypeOf(schema) !== undefined;
}
