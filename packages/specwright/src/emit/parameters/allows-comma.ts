import { conjuncts } from "../../model/conjuncts.ts";
import type { Schema } from "../../model/model.ts";
import { excludesCharacter } from "../../pattern/excludes-character.ts";

/** Formats of which no value has a comma. */
const formats: ReadonlySet<string | undefined> = new Set([
  ...["date", "date-time", "time", "duration", "uuid", "hostname", "ipv4", "ipv6"],
]);

/** Schemas that are looked at for one answer; ways through them may double with every level. */
const maximumSteps = 1_000;

/**
 * Whether a value of the schema may have a comma when it is written as text, which a list or an object has too. True where
 * that is not plain to see.
 */
export function allowsComma(
  schema: Schema,
  steps: { left: number } = { left: maximumSteps },
): boolean {
  steps.left -= 1;
  if (schema.boolean !== undefined || steps.left < 0) {
    return schema.boolean !== false;
  }
  const { types, format, pattern, anyOf, oneOf } = schema;
  const values = schema.const === undefined ? schema.enum : [schema.const.value];
  return (
    (types === undefined || types.some((type) => !plainTypes.has(type))) &&
    (values === undefined || values.some((value) => JSON.stringify(value).includes(","))) &&
    !(types?.every(isText) && isTextWithoutComma(format, pattern)) &&
    conjuncts(schema).every((part) => allowsComma(part, steps)) &&
    [anyOf, oneOf].every((list) => list?.some((part) => allowsComma(part, steps)) ?? true)
  );
}

/** Types of which no value has a comma. */
const plainTypes: ReadonlySet<string> = new Set(["integer", "number", "boolean", "null"]);

/** Formats and patterns are about texts: an array passes them. */
function isText(type: string): boolean {
  return type === "string" || plainTypes.has(type);
}

function isTextWithoutComma(format: string | undefined, pattern: string | undefined): boolean {
  return formats.has(format) || (pattern !== undefined && excludesCharacter(pattern, ","));
}
