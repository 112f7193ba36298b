import type { Schema } from "../../../document/model/model.ts";
import { nameContent } from "../../shared/bodies/content-names.ts";

/**
 * The text from which the name of an unnamed schema is made: the end of its place in the document.
 * `#/components/schemas/Tool/properties/name` gives `Tool_name`. For schemas in operations, the text begins with the
 * schema that first contained it (`user`). A text that would be longer than 80 characters consists of its first word and
 * `user`: `headers_listTools` for all headers that the answers of `listTools` have.
 */
export function writeHiddenText(schema: Schema, user: string): string {
  const { location, anchor, dynamicAnchor, variant } = schema;
  if (variant?.name !== undefined) {
    return variant.name;
  }
  const { file, pointer } = location;
  const segments = pointer.split("/").slice(1);
  const isInOperation = inOperations.has(segments[0] ?? "");
  const start = isInOperation ? segments.indexOf("schema") : -1;
  const named = segments.slice(start + 1).filter((segment) => !isApplicator(segment));
  const stem = file.slice(file.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  const words = [
    ...(isInOperation ? [user, ...findBodyWords(segments, start)] : []),
    ...(named.length === 0 && !isInOperation ? [stem] : named.slice(-2)),
    ...[anchor ?? dynamicAnchor ?? []].flat(),
  ];
  const place = isInOperation || user === "" ? undefined : [user];
  return nameContent(words.join("_"), words[0] ?? "", words.slice(1), place);
}

const inOperations: ReadonlySet<string> = new Set(["paths", "webhooks"]);

/** The status for a schema of a response, and `body` for a schema of a request. */
function findBodyWords(segments: readonly string[], schema: number): readonly string[] {
  const place = segments.slice(0, schema);
  const status = place.indexOf("responses") + 1;
  return status > 0
    ? place.slice(status, status + 1)
    : place.includes("requestBody")
      ? ["body"]
      : [];
}

/** Segments that apply a schema or lead to a content, such as `items`. They do not describe the subject of the schema. */
function isApplicator(segment: string): boolean {
  return applicators.has(segment) || /^\d+$|~1/.test(segment);
}

const applicators: ReadonlySet<string> = new Set(
  (
    "components schemas responses requestBodies content schema properties $defs items allOf anyOf " +
    "oneOf additionalProperties"
  ).split(" "),
);
