import type { Schema } from "../../../document/model/model.ts";
import type { DocText } from "./doc-comment.ts";

/** Comments leave out longer values, which would hide the declaration. */
const maximumLength = 80;

/** The text of a schema's doc comment. */
export function writeSchemaDoc(schema: Schema): DocText {
  const { title, description, deprecated } = schema;
  const notes = listSchemaNotes(schema);
  if (schema.default === undefined && schema.examples === undefined) {
    return { title, description, deprecated, notes };
  }
  const tags: [string, string][] = [];
  if (schema.default !== undefined) {
    addTag(tags, "default", JSON.stringify(schema.default.value));
  }
  for (const example of schema.examples ?? []) {
    addTag(tags, "example", typeof example === "string" ? example : JSON.stringify(example));
  }
  return { title, description, deprecated, notes, tags };
}

/** The notes of a schema. `writeOnly` needs a note because TypeScript has no keyword for it; `readonly` says the opposite. */
function listSchemaNotes({ format, writeOnly }: Schema): readonly string[] {
  if (format === undefined && writeOnly !== true) {
    return none;
  }
  return [
    ...(format === undefined ? [] : [`Format: ${format}`]),
    ...(writeOnly === true ? ["Write only"] : []),
  ];
}

const none: readonly string[] = [];

function addTag(tags: [string, string][], tag: string, text: string): void {
  if (text.length <= maximumLength) {
    tags.push([tag, text]);
  }
}
