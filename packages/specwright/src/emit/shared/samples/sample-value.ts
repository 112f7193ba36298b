import { followSchemaReferences } from "../../../document/model/behind-references.ts";
import type { JsonType, Parameter, Schema } from "../../../document/model/model.ts";
import { sampleText } from "./sample-text.ts";

/**
 * A value for a parameter in a snippet that runs: an example of the document, or a value that its schema clearly
 * allows. Undefined when no value is certain to be valid.
 *
 * @example
 * ```ts
 * import { loadModel } from "specwright";
 * import { sampleValue } from "specwright/target";
 *
 * const { model } = loadModel("openapi.yaml");
 * for (const { parameters } of model.operations) {
 *   for (const { value } of parameters) console.log(value.name, sampleValue(value));
 * }
 * ```
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
  const { minimum, exclusiveMinimum } = schema;
  const isBound = [schema.allOf, schema.anyOf, schema.oneOf, schema.not, schema.if].some(
    (keyword) => keyword !== undefined,
  );
  if (isBound || schema.boolean === false) {
    return [];
  }
  if (schema.types?.some((type) => type === "integer" || type === "number") === true) {
    const isSimple = schema.multipleOf === undefined && exclusiveMinimum === undefined;
    return isSimple ? [minimum ?? 1] : [];
  }
  if (schema.types?.includes("string") === true) {
    return [sampleText(schema)];
  }
  return [true];
}

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
