import { writtenValues } from "../../document/model/facts/written-values.ts";
import type { Schema } from "../../document/model/model.ts";

/** The type of a variable that holds values of a schema, in a program that does not import the generated types. */
export function printPlainType(schema: Schema): string | undefined {
  if (schema.ref !== undefined) {
    return printPlainType(schema.ref.target);
  }
  const values = writtenValues(schema);
  if (values !== undefined && values.length > 0) {
    const names = values.map((value) =>
      value === null ? "null" : Array.isArray(value) ? "readonly unknown[]" : typeof value,
    );
    return [...new Set(names)].join(" | ");
  }
  if (schema.boolean === false) {
    return "undefined";
  }
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives !== undefined && schema.types === undefined) {
    const all = alternatives.map(printPlainType);
    return all.includes(undefined) ? undefined : [...new Set(all)].join(" | ");
  }
  const types = schema.types?.map((type) => plainTypes[type]);
  return types === undefined || types.length === 0 ? undefined : [...new Set(types)].join(" | ");
}

const plainTypes: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
  array: "readonly unknown[]",
  object: "object",
};
