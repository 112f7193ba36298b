import type { FileInput } from "./file-inputs.ts";

/** The schema of an argument that takes a file, in the words of `input_parameters`. */
export function buildFileSchema(kind: FileInput, description: unknown): Record<string, unknown> {
  const words = typeof description === "string" && description !== "" ? `${description} ` : "";
  const file = {
    type: "object",
    description: `${kind === "one" ? words : ""}A file: PLATFORM_UPLOAD_FILE, or POST /api/v3/files/upload/request, makes its key.`,
    properties: {
      name: { type: "string", description: "The name of the file, such as invoice.pdf." },
      mimetype: { type: "string", description: "Its media type, such as application/pdf." },
      key: { type: "string", description: "The `key` that the upload answered." },
    },
    required: ["name", "mimetype", "key"],
    additionalProperties: false,
  };
  if (kind === "several") {
    return { type: "array", description: `${words}Files.`, items: file };
  }
  // Short bytes may be given as they are, where they are the whole body.
  const text = { type: "string", description: "The bytes in base64." };
  return kind === "wholeBody"
    ? { ...(words !== "" && { description: words.trim() }), anyOf: [file, text] }
    : file;
}
