import type { Schema } from "../../../../document/model/model.ts";
import { readDiscriminatorValues } from "./discriminator-values.ts";
import type { Discriminators, Narrowing } from "./type-discriminators.ts";

/** The schema with its narrowed property. Returns the same object when no discriminator chooses it. */
export function patchSchema(
  schema: Schema,
  { narrowings }: Pick<Discriminators, "narrowings">,
): Schema {
  if (narrowings.length === 0) {
    return schema;
  }
  const known = patched.get(narrowings) ?? indexNarrowings(narrowings);
  patched.set(narrowings, known);
  const found = known.get(schema);
  if (found === undefined) {
    return schema;
  }
  found.schema ??= found.narrowings.reduce(narrowSchema, schema);
  return found.schema;
}

interface Patch {
  readonly narrowings: Narrowing[];
  /** The schema with all narrowings, made when it is first needed. */
  schema: Schema | undefined;
}

const patched = new WeakMap<readonly Narrowing[], ReadonlyMap<Schema, Patch>>();

function indexNarrowings(narrowings: readonly Narrowing[]): ReadonlyMap<Schema, Patch> {
  const patches = new Map<Schema, Patch>();
  for (const narrowing of narrowings) {
    const { target } = narrowing.ref;
    const patch = patches.get(target) ?? { narrowings: [], schema: undefined };
    patches.set(target, patch);
    patch.narrowings.push(narrowing);
  }
  return patches;
}

/** Narrows a schema: with a further member of its `allOf`, or in its own properties when it is an object. */
function narrowSchema(current: Schema, { propertyName, values }: Narrowing): Schema {
  const { location } = current;
  const property: Schema = {
    location,
    enum: readDiscriminatorValues(values, current, propertyName),
  };
  if (current.allOf !== undefined) {
    const member: Schema = {
      location,
      types: ["object"],
      required: [propertyName],
      properties: new Map([[propertyName, property]]),
    };
    return { ...current, allOf: [...current.allOf, member] };
  }
  const described = current.properties?.get(propertyName)?.description;
  const narrowed = described === undefined ? property : { ...property, description: described };
  return {
    ...current,
    required: [...new Set([...(current.required ?? []), propertyName])],
    properties: new Map([...(current.properties ?? []), [propertyName, narrowed]]),
  };
}
