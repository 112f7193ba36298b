import type { Encoding, Schema } from "specwright";
import { readMediaEssence } from "../../../base/media-essence.ts";
import { flattenSchema } from "../strict-schema/flat-schema.ts";
import type { ToolDefinition, ToolInput } from "../types/tool-types.ts";

/** The files that an argument takes: one, a list of them, or one that is the whole body. */
export type FileInput = "one" | "several" | "wholeBody";

/** The member of a body with `x-platform-mime` that takes the files of the message. */
const attachments = "attachments";

/**
 * The arguments of a tool that take files, by name: the parts of a multipart body that are binary, a whole body that is
 * neither JSON nor text nor a form, and the attachments of a message (`x-platform-mime`).
 */
export function findFileInputs({
  body,
  inputs,
  rules,
}: Pick<ToolDefinition, "body" | "inputs"> & {
  readonly rules: Pick<ToolDefinition["rules"], "mime">;
}): ReadonlyMap<string, FileInput> {
  const found = new Map<string, FileInput>();
  if (body === undefined) {
    return found;
  }
  const { mediaType, encoding } = body.mediaType;
  const essence = readMediaEssence(mediaType);
  for (const input of inputs) {
    const isAttachment = rules.mime !== undefined && input.name === attachments;
    const kind = isAttachment
      ? "several"
      : essence.startsWith("multipart/")
        ? describeFilePart(input, encoding)
        : input.target.kind === "wholeBody" && isBinary(essence)
          ? "wholeBody"
          : undefined;
    if (kind !== undefined) {
      found.set(input.name, kind);
    }
  }
  return found;
}

function describeFilePart(
  { schema, target }: ToolInput,
  encoding: ReadonlyMap<string, Encoding>,
): FileInput | undefined {
  if (target.kind !== "member") {
    return undefined;
  }
  const own = encoding.get(target.name);
  if (isFile(schema, own)) {
    return "one";
  }
  const { items } = flattenSchema(schema);
  return items !== undefined && isFile(items, own) ? "several" : undefined;
}

/** `format: binary` (3.0), or a media type that is neither text nor JSON and not encoded (3.1, section 4.8.15.1.1). */
function isFile(schema: Schema, encoding: Encoding | undefined): boolean {
  const { format, contentMediaType, contentEncoding, types, unions } = flattenSchema(schema);
  if (unions.length === 1) {
    const [alternatives = []] = unions;
    const values = alternatives.filter((each) => flattenSchema(each).types?.[0] !== "null");
    return values.length > 0 && values.every((each) => isFile(each, encoding));
  }
  if (types !== undefined && !types.includes("string")) {
    return false;
  }
  if (format === "binary") {
    return true;
  }
  if (contentEncoding !== undefined) {
    return false;
  }
  const said = contentMediaType ?? (types === undefined ? encoding?.contentType : undefined);
  return said?.split(",").every((each) => isBinary(readMediaEssence(each))) === true;
}

function isBinary(essence: string): boolean {
  return (
    essence !== "" &&
    !/^text\/|^multipart\/|[/+](?:json|xml|yaml|javascript)$|x-www-form-urlencoded$/.test(essence)
  );
}
