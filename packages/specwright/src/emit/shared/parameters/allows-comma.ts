import { excludesCharacter } from "@specwright/patterns";
import { foldPossibility, foldSchema } from "../../../document/model/facts/fold-schema.ts";
import { writtenValues } from "../../../document/model/facts/written-values.ts";
import type { Schema } from "../../../document/model/model.ts";

/** Formats whose values never contain a comma. */
const formats: ReadonlySet<string | undefined> = new Set([
  ...["date", "date-time", "time", "duration", "uuid", "hostname", "ipv4", "ipv6"],
]);

/**
 * Returns whether a value of the schema, written as text, may contain a comma. True for lists and objects, and for
 * schemas that do not clearly exclude commas.
 */
export function allowsComma(schema: Schema): boolean {
  return foldSchema(schema, comma);
}

const comma = foldPossibility((schema) => {
  const { boolean, types, format, pattern } = schema;
  const values = writtenValues(schema);
  return (
    boolean !== false &&
    (types === undefined || types.some((type) => !plainTypes.has(type))) &&
    (values === undefined || values.some((value) => JSON.stringify(value).includes(","))) &&
    !(types?.every(isText) && isTextWithoutComma(format, pattern))
  );
});

/** Types whose values never contain a comma. */
const plainTypes: ReadonlySet<string> = new Set(["integer", "number", "boolean", "null"]);

/** Formats and patterns only constrain texts. An array passes them. */
function isText(type: string): boolean {
  return type === "string" || plainTypes.has(type);
}

function isTextWithoutComma(format: string | undefined, pattern: string | undefined): boolean {
  return formats.has(format) || (pattern !== undefined && excludesCharacter(pattern, ","));
}
