import type { Kept } from "../../../kept.ts";
import { followSchemaReferences } from "../../../model/behind-references.ts";
import { writtenValues } from "../../../model/facts/written-values.ts";
import { groupValuesBySchema, listMappedValues } from "../../../model/mapped-values.ts";
import type { Discriminator, Model, Schema } from "../../../model/model.ts";
import { buildSchemaPath } from "../schema/type-reference.ts";
import { type Found, findDiscriminated } from "./find-discriminated.ts";

/**
 * The effect of discriminators on types. TypeScript distinguishes the members of a union by a property with a literal
 * type. So in each schema that a discriminator can choose, the type of the discriminating property is narrowed to the
 * values that choose the schema.
 */
export interface Discriminators {
  /** The discriminator that a schema declares or inherits, by the schema's place, such as `#/components/schemas/Pet`. */
  readonly byPath: ReadonlyMap<string, Discriminator>;
  /** Places of the schemas whose discriminating property was narrowed. */
  readonly narrowed: ReadonlySet<string>;
  /** The schema with its narrowed property. Returns the same object when no discriminator chooses it. */
  readonly patch: (schema: Schema) => Schema;
  /**
   * All of this as a string. Two runs have the same string if their discriminators have the same effect. It is made
   * when it is first read.
   */
  readonly text: string;
  /** An object that stands for the text, for units. */
  readonly effect: object;
}

interface Collected {
  /** The schema, the values and the place of each narrowing, in its order. */
  readonly log: unknown[];
  readonly byPath: Map<string, Discriminator>;
  readonly narrowed: Set<string>;
  readonly patches: Map<Schema, Schema>;
  readonly schemas: ReadonlyMap<string, Schema>;
}

/** Finds the discriminators of a document in two passes: first the declared ones, then those inherited by `allOf`. */
export function collectDiscriminators(model: Model, kept?: Kept): Discriminators {
  const found = withDiscriminators(findDiscriminated(model));
  if (found.length === 0) {
    return noDiscriminators;
  }
  const discriminators = narrowAll(found, model);
  if (kept === undefined) {
    return discriminators;
  }
  const { byPath, narrowed, patch, text } = discriminators;
  const effect = kept.of("discriminators", [kept, text], () => ({}));
  return { byPath, narrowed, patch, text, effect };
}

/** The schemas that declare a discriminator, and those whose `allOf` may inherit one. */
function withDiscriminators(all: readonly Found[]): readonly Found[] {
  const heirs = new Map<string, Found[]>();
  for (const each of all) {
    for (const { ref } of each.schema.allOf ?? []) {
      if (ref?.name !== undefined) {
        const parent = buildSchemaPath(ref.name);
        const known = heirs.get(parent) ?? [];
        known.push(each);
        heirs.set(parent, known);
      }
    }
  }
  const found = new Set(all.filter(({ schema }) => declaresDiscriminator(schema)));
  // Iterating a set also visits the items that are added during the loop.
  for (const { path } of found) {
    for (const heir of (path === undefined ? undefined : heirs.get(path)) ?? []) {
      found.add(heir);
    }
  }
  return all.filter((each) => found.has(each));
}

function declaresDiscriminator({ discriminator, allOf = [] }: Schema): boolean {
  return discriminator !== undefined || allOf.some((item) => item.discriminator !== undefined);
}

/** Most documents do not have any discriminators. */
export const noDiscriminators: Discriminators = {
  byPath: new Map(),
  narrowed: new Set(),
  patch: (schema) => schema,
  text: "",
  effect: {},
};

function narrowAll(found: readonly Found[], model: Model): Discriminators {
  const collected: Collected = {
    log: [],
    byPath: new Map(),
    narrowed: new Set(),
    patches: new Map(),
    schemas: model.components.schemas,
  };
  for (const { schema, path } of found) {
    if (schema.discriminator !== undefined) {
      if (path !== undefined) {
        collected.byPath.set(path, schema.discriminator);
      }
      narrowMembers(schema, schema.discriminator, collected);
    }
  }
  for (const { schema, path } of found) {
    inherit(schema, path, collected);
  }
  const { byPath, narrowed, patches } = collected;
  return {
    byPath,
    narrowed,
    patch: (schema) => patches.get(schema) ?? schema,
    get text() {
      return describe(collected);
    },
    effect: {},
  };
}

/** Each discriminator once: 10,000 schemas may inherit one that has 10,000 names. */
function describe({ byPath, narrowed, log }: Collected): string {
  const numbers = new Map([...new Set(byPath.values())].map((each, index) => [each, index]));
  const described = [...numbers.keys()].map((each) => [each.propertyName, ...each.mapping]);
  const places = [...byPath].map(([path, each]) => [path, numbers.get(each)]);
  return JSON.stringify([described, places, [...narrowed], log]);
}

/**
 * Narrows the members of a `oneOf` to the values that the mapping gives them, or to their names. A member that lists
 * its own values, without its name, is not narrowed to its name, because no value would fit both.
 */
function narrowMembers(schema: Schema, discriminator: Discriminator, collected: Collected): void {
  if (schema.oneOf === undefined) {
    return;
  }
  const valuesByName = new Map<string, readonly string[]>();
  for (const { ref } of schema.oneOf) {
    if (ref?.name !== undefined && !contradicts(ref.target, discriminator, ref.name)) {
      valuesByName.set(ref.name, [ref.name]);
    }
  }
  for (const [name, values] of groupValuesBySchema(discriminator.mapping)) {
    valuesByName.set(name, values);
  }
  for (const [name, values] of valuesByName) {
    narrow(name, values, discriminator, collected);
  }
}

/** Returns whether a schema lists values for the discriminating property without this value. */
function contradicts(schema: Schema, { propertyName }: Discriminator, value: string): boolean {
  const target = followSchemaReferences(schema);
  const parts = target === undefined ? [] : [target, ...(target.allOf ?? [])];
  return parts.some(({ properties }) => {
    const property = properties?.get(propertyName);
    return property !== undefined && writtenValues(property)?.includes(value) === false;
  });
}

/** Lets a schema inherit the discriminator of a schema in its `allOf`, which can then choose it. */
function inherit(schema: Schema, path: string | undefined, collected: Collected): void {
  for (const item of schema.allOf ?? []) {
    if (item.ref === undefined) {
      if (item.discriminator !== undefined && path !== undefined) {
        collected.byPath.set(path, item.discriminator);
      }
      continue;
    }
    const parent =
      item.ref.name === undefined
        ? undefined
        : collected.byPath.get(buildSchemaPath(item.ref.name));
    if (parent === undefined) {
      return;
    }
    const name = path?.startsWith(buildSchemaPath(""))
      ? path.slice(buildSchemaPath("").length)
      : undefined;
    const values = listMappedValues(parent.mapping, name);
    if (name !== undefined && values.length > 0) {
      narrow(name, values, parent, collected, true);
    }
    if (path !== undefined) {
      collected.byPath.set(path, parent);
    }
  }
}

/** Narrows a component schema: with a further member of its `allOf`, or in its own properties when it is an object. */
function narrow(
  name: string,
  values: readonly string[],
  { propertyName }: Discriminator,
  { narrowed, patches, schemas, log }: Collected,
  again = false,
): void {
  const path = buildSchemaPath(name);
  const schema = schemas.get(name);
  const target = schema && followSchemaReferences(schema);
  // The place, too, because a component that is only a reference narrows its target.
  log.push([name, values, propertyName, again, target?.location]);
  if (target === undefined || (narrowed.has(path) && !again)) {
    return;
  }
  const current = patches.get(target) ?? target;
  const property: Schema = { location: current.location, types: ["string"], enum: values };
  if (current.allOf !== undefined) {
    const member: Schema = {
      location: current.location,
      types: ["object"],
      required: [propertyName],
      properties: new Map([[propertyName, property]]),
    };
    patches.set(target, { ...current, allOf: [...current.allOf, member] });
  } else if (current.types?.length === 1 && current.types[0] === "object") {
    const described = current.properties?.get(propertyName)?.description;
    const narrowedProperty =
      described === undefined ? property : { ...property, description: described };
    patches.set(target, {
      ...current,
      required: [...new Set([...(current.required ?? []), propertyName])],
      properties: new Map([...(current.properties ?? []), [propertyName, narrowedProperty]]),
    });
  } else {
    return;
  }
  narrowed.add(path);
}
