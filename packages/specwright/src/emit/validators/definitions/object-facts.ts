import { listAllowedValues } from "../../../document/model/facts/allowed-values.ts";
import { isInheritedName } from "../../../document/model/facts/keywords.ts";
import type { JsonType, Schema } from "../../../document/model/model.ts";

/** Facts about a ZodObject before it is printed. */
export interface ObjectFacts {
  readonly names: ReadonlySet<string>;
  /** Unknown properties may have any value. */
  readonly isOpen: boolean;
  /** It says more than its shape. */
  readonly hasChecks: boolean;
}

/** Facts about an object's own keywords. Undefined when they cannot be printed as a ZodObject. */
export function findOwnFacts(schema: Schema, types: readonly JsonType[]): ObjectFacts | undefined {
  const { properties, additionalProperties } = schema;
  const isObject =
    types.length === 1 && types[0] === "object" && listAllowedValues(schema).length === 0;
  if (!isObject || hasInheritedNames(schema) || isRecord(schema)) {
    return undefined;
  }
  return {
    names: new Set(properties?.keys()),
    isOpen: additionalProperties === undefined || additionalProperties.boolean === true,
    hasChecks:
      objectChecks.some((keyword) => schema[keyword] !== undefined) ||
      listUnlistedNames(schema).length > 0,
  };
}

const objectChecks = [
  "patternProperties",
  "propertyNames",
  "minProperties",
  "maxProperties",
  "dependentRequired",
  "dependentSchemas",
  "unevaluatedProperties",
] as const;

/** Required properties without a schema. */
export function listUnlistedNames({ required = [], properties }: Schema): string[] {
  return required.filter((name) => properties?.has(name) !== true);
}

/** Returns whether an object is a map from any names to values of one schema. */
export function isRecord({ properties, patternProperties, additionalProperties }: Schema): boolean {
  return (
    additionalProperties !== undefined &&
    additionalProperties.boolean === undefined &&
    (properties === undefined || properties.size === 0) &&
    patternProperties === undefined
  );
}

/** Returns whether a property has an inherited name such as `toString`, which `z.object` would find in every value. */
export function hasInheritedNames({ properties }: Schema): boolean {
  return [...(properties?.keys() ?? [])].some(isInheritedName);
}
