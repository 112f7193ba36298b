import { foldPossibility, foldSchema } from "../../../document/model/facts/fold-schema.ts";
import { writtenValues } from "../../../document/model/facts/written-values.ts";
import type { Schema } from "../../../document/model/model.ts";

/** Formats whose values never begin with a bracket. */
const formats: ReadonlySet<string | undefined> = new Set([
  ...["date", "date-time", "time", "duration", "uuid", "email", "hostname", "ipv4", "ipv6", "uri"],
]);

/**
 * Returns whether a schema may allow the given text, which has brackets around it (`[DONE]`). True unless the schema
 * clearly excludes it.
 */
export function allowsText(schema: Schema, text: string): boolean {
  return foldSchema(
    schema,
    foldPossibility((part) => judgeTextAlone(part, text)),
  );
}

function judgeTextAlone(schema: Schema, text: string): boolean {
  const { boolean, types, pattern, format, minLength = 0, maxLength = text.length } = schema;
  return (
    boolean !== false &&
    (types === undefined || types.includes("string")) &&
    writtenValues(schema)?.includes(text) !== false &&
    !formats.has(format) &&
    minLength <= text.length &&
    maxLength >= text.length &&
    fitsPattern(pattern, text)
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
