import { followSchemaReferences } from "../../document/model/behind-references.ts";
import type { Operation, Schema } from "../../document/model/model.ts";
import { getOwnMember } from "../../json-object.ts";
import { classifyMediaType } from "../shared/bodies/media-kind.ts";
import { sampleScalar } from "../shared/samples/sample-value.ts";

/** A value, which may be null. Undefined when no value is certain to be valid. */
type Sample = { readonly value: unknown } | undefined;

/** Deeper bodies would not help in a README. */
const maximumDepth = 4;

/**
 * A JSON body of an operation, for a snippet that compiles and runs: the required members of the document's example, or
 * values that schemas clearly allow. Undefined when no value is certain to be valid, and for other media types.
 */
export function sampleBody({ requestBody }: Operation): Sample {
  const [mediaType, ...others] = requestBody?.value.content ?? [];
  if (mediaType?.schema === undefined || others.length > 0) {
    return undefined;
  }
  const [example] = mediaType.examples.values();
  return classifyMediaType(mediaType.mediaType) === "json"
    ? samplePart(mediaType.schema, example, maximumDepth)
    : undefined;
}

function samplePart(schema: Schema, written: unknown, depth: number): Sample {
  const resolved = followSchemaReferences(schema);
  if (resolved === undefined || depth === 0 || !isPlain(resolved)) {
    return undefined;
  }
  const example = written ?? resolved.examples?.[0] ?? resolved.default?.value;
  if (resolved.types?.includes("object") === true) {
    return sampleObject(resolved, example, depth);
  }
  if (resolved.types?.includes("array") === true) {
    return sampleArray(resolved, example, depth);
  }
  const value = sampleScalar(resolved, example);
  return value === undefined ? undefined : { value };
}

/** Returns whether a schema's types, properties and items describe it completely. */
function isPlain(schema: Schema): boolean {
  const { allOf, anyOf, oneOf, not, if: condition, dependentSchemas, dependentRequired } = schema;
  const further = [allOf, anyOf, oneOf, not, condition, dependentSchemas, dependentRequired];
  return (
    schema.boolean === undefined &&
    schema.readOnly !== true &&
    further.every((keyword) => keyword === undefined)
  );
}

/**
 * The required properties, or one property when none is required. With `--default-non-nullable`, types also require
 * properties with a default.
 */
function sampleObject(schema: Schema, example: unknown, depth: number): Sample {
  const { properties = new Map<string, Schema>(), required = [], minProperties = 0 } = schema;
  const sampleMember = (name: string): Sample => {
    const property = properties.get(name);
    return property && samplePart(property, getOwnMember(example, name), depth - 1);
  };
  const wanted = [...properties].flatMap(([name, property]) =>
    required.includes(name) || hasDefault(property) ? [name] : [],
  );
  const samples = [...new Set([...wanted, ...required])].map(
    (name) => [name, sampleMember(name)] as const,
  );
  if (samples.length === 0) {
    const name = [...properties.keys()].find((each) => sampleMember(each) !== undefined);
    samples.push(...(name === undefined ? [] : [[name, sampleMember(name)] as const]));
  }
  const known = samples.flatMap(([name, found]) => (found ? [[name, found.value] as const] : []));
  return known.length < samples.length || known.length < minProperties
    ? undefined
    : { value: Object.fromEntries(known) };
}

function hasDefault(property: Schema): boolean {
  return property.default !== undefined || followSchemaReferences(property)?.default !== undefined;
}

function sampleArray(schema: Schema, example: unknown, depth: number): Sample {
  const { items, prefixItems, contains, minItems = 0 } = schema;
  if (prefixItems !== undefined || contains !== undefined || items === undefined || minItems > 1) {
    return undefined;
  }
  const item = samplePart(items, Array.isArray(example) ? example[0] : undefined, depth - 1);
  return item && { value: [item.value] };
}
