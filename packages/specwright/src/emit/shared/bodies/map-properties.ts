import type { Schema } from "../../../document/model/model.ts";

/**
 * Returns the replacement of a property: another schema, or the same object. The name is undefined for properties that the
 * document does not name.
 */
export type PropertyChange = (name: string | undefined, property: Schema) => Schema;

/**
 * Replaces the properties of a schema, wherever they describe the same value: behind references, and in `allOf`,
 * `anyOf`, `oneOf`, `then`, `else` and `dependentSchemas`. When nothing changes, the result is the very
 * same object. Circular references are left unchanged. A schema that is reached in several ways is visited once,
 * because the number of ways may double with every level.
 */
export function mapProperties(schema: Schema, change: PropertyChange): Schema {
  return mapOnce(schema, change, new Map());
}

function mapOnce(schema: Schema, change: PropertyChange, known: Map<Schema, Schema>): Schema {
  if (schema.boolean !== undefined) {
    return schema;
  }
  const met = known.get(schema);
  if (met !== undefined) {
    return met;
  }
  known.set(schema, schema);
  const changeEach = (part: Schema): Schema => mapOnce(part, change, known);
  const mapped = mapReference(
    { ...schema, ...changeMembers(schema, change, changeEach) },
    schema,
    changeEach,
  );
  known.set(schema, mapped);
  return mapped;
}

function changeMembers(
  schema: Schema,
  change: PropertyChange,
  each: (part: Schema) => Schema,
): Partial<Schema> {
  const changed: { -readonly [K in keyof Schema]?: Schema[K] } = {};
  for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
    const parts = schema[keyword];
    const mapped = parts?.map(each);
    if (mapped?.some((part, index) => part !== parts?.[index])) {
      changed[keyword] = mapped;
    }
  }
  for (const keyword of ["then", "else"] as const) {
    const part = schema[keyword];
    const mapped = part && each(part);
    if (mapped !== undefined && mapped !== part) {
      changed[keyword] = mapped;
    }
  }
  for (const keyword of ["additionalProperties", "unevaluatedProperties"] as const) {
    const rest = schema[keyword];
    const mapped = rest === undefined || rest.boolean === false ? rest : change(undefined, rest);
    if (mapped !== undefined && mapped !== rest) {
      changed[keyword] = mapped;
    }
  }
  const { properties, patternProperties, dependentSchemas } = schema;
  const maps = {
    properties: mapMembers(properties, change),
    patternProperties: mapMembers(patternProperties, (_, part) => change(undefined, part)),
    dependentSchemas: mapMembers(dependentSchemas, (_, part) => each(part)),
  };
  for (const keyword of ["properties", "patternProperties", "dependentSchemas"] as const) {
    const mapped = maps[keyword];
    if (mapped !== undefined && mapped !== schema[keyword]) {
      changed[keyword] = mapped;
    }
  }
  return changed;
}

/** The very same map when nothing changes. */
function mapMembers(
  members: ReadonlyMap<string, Schema> | undefined,
  change: (name: string, member: Schema) => Schema,
): ReadonlyMap<string, Schema> | undefined {
  const entries = [...(members ?? [])].map(
    ([name, part]) => [name, part, change(name, part)] as const,
  );
  return entries.every(([, part, mapped]) => part === mapped)
    ? members
    : new Map(entries.map(([name, , mapped]) => [name, mapped]));
}

/** Replaces a reference whose target changes by the new target, beside the other keywords of the schema. */
function mapReference(copy: Schema, schema: Schema, each: (part: Schema) => Schema): Schema {
  const { ref, ...rest } = copy;
  const target = ref === undefined ? undefined : each(ref.target);
  if (target === undefined || target === ref?.target) {
    // When the copy equals the original, the original is returned.
    const keys = Object.keys(copy) as (keyof Schema)[];
    return keys.every((key) => key === "ref" || copy[key] === schema[key]) ? schema : copy;
  }
  return Object.keys(rest).every((key) => key === "location")
    ? { ...target, location: schema.location }
    : { ...rest, allOf: [...(rest.allOf ?? []), target] };
}

/** The schemas of properties by name, collected from the same places. The name of those that the document does not name is undefined. */
export function collectProperties(
  schema: Schema,
): ReadonlyMap<string | undefined, readonly Schema[]> {
  const found = new Map<string | undefined, Schema[]>();
  mapProperties(schema, (name, property) => {
    found.set(name, [...(found.get(name) ?? []), property]);
    return property;
  });
  return found;
}
