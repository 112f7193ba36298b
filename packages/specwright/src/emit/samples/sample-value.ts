import { followSchemaReferences } from "../../model/behind-references.ts";
import type { JsonType, Parameter, Schema } from "../../model/model.ts";

/**
 * A value for a parameter in a snippet that runs: an example of the document, or a value that its schema clearly
 * allows. Undefined when no value is certain to be valid.
 */
export function sampleValue(parameter: Parameter): string | number | boolean | undefined {
  const schema = followSchemaReferences(parameter.schema);
  return schema === undefined || parameter.contentType !== undefined
    ? undefined
    : sampleScalar(schema, parameter.example);
}

/** The same for a schema that is not a reference, and an example of the document. */
export function sampleScalar(
  schema: Schema,
  example: unknown,
): string | number | boolean | undefined {
  const written = [
    example,
    ...(schema.examples ?? []),
    schema.const?.value,
    schema.default?.value,
    ...(schema.enum ?? []),
  ];
  return [...written, ...makePlainValues(schema)]
    .filter(isScalar)
    .find((value) => fits(schema, value));
}

function makePlainValues(schema: Schema): readonly unknown[] {
  const { pattern, format = "", minLength = 0, maxLength = 36, minimum, exclusiveMinimum } = schema;
  const isBound = [schema.allOf, schema.anyOf, schema.oneOf, schema.not, schema.if].some(
    (keyword) => keyword !== undefined,
  );
  if (isBound || pattern !== undefined || schema.boolean === false) {
    return [];
  }
  if (schema.types?.some((type) => type === "integer" || type === "number") === true) {
    const isSimple = schema.multipleOf === undefined && exclusiveMinimum === undefined;
    return isSimple ? [minimum ?? 1] : [];
  }
  if (schema.types?.includes("string") === true) {
    const text = formatTexts.get(format);
    return text !== undefined && text.length >= minLength && text.length <= maxLength ? [text] : [];
  }
  return [true];
}

/** Texts that a schema clearly allows, by format. The key `""` is for schemas without a format. */
export const formatTexts: ReadonlyMap<string, string> = new Map([
  ["", "example"],
  ["uuid", "3f0c8a52-5b1d-4a2e-9c64-7d8e9f0a1b2c"],
  ["date", "2026-01-31"],
  ["date-time", "2026-01-31T09:30:00Z"],
  ["email", "ada@example.com"],
]);

function isScalar(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** Returns whether the type and the listed values allow the example. Other keywords are not checked. */
function fits(
  { types, enum: values, ...schema }: Schema,
  value: string | number | boolean,
): boolean {
  const isListed = values === undefined || values.includes(value);
  const isConstant = schema.const === undefined || schema.const.value === value;
  return isListed && isConstant && types?.some((type) => isOfType(type, value)) === true;
}

function isOfType(type: JsonType, value: string | number | boolean): boolean {
  return type === "integer" ? Number.isSafeInteger(value) : type === typeof value;
}
