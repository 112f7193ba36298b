import { behindReferences } from "../../model/behind-references.ts";
import type { Schema } from "../../model/model.ts";

/** Formats of which no value begins with a bracket. */
const formats: ReadonlySet<string | undefined> = new Set([
  ...["date", "date-time", "time", "duration", "uuid", "email", "hostname", "ipv4", "ipv6", "uri"],
]);

/** Whether a schema may allow a text; where that is not plain to see, it may. The text has brackets around it. */
export function allowsText(schema: Schema, text: string): boolean {
  const resolved = behindReferences(schema);
  if (resolved === undefined || resolved.boolean !== undefined) {
    return resolved?.boolean ?? true;
  }
  const { types, enum: values, const: constant, pattern, format } = resolved;
  const { minLength = 0, maxLength = text.length, allOf = [], anyOf = [], oneOf = [] } = resolved;
  return (
    (types === undefined || types.includes("string")) &&
    (values === undefined || values.includes(text)) &&
    (constant === undefined || constant.value === text) &&
    !formats.has(format) &&
    minLength <= text.length &&
    maxLength >= text.length &&
    fitsPattern(pattern, text) &&
    allOf.every((part) => allowsText(part, text)) &&
    [anyOf, oneOf].every((list) => list.length === 0 || list.some((part) => allowsText(part, text)))
  );
}

function fitsPattern(pattern: string | undefined, text: string): boolean {
  try {
    return pattern === undefined || new RegExp(pattern, "u").test(text);
  } catch {
    // Of another kind of regular expressions.
    return true;
  }
}
