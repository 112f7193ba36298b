import { followSchemaReferences } from "../../../../document/model/behind-references.ts";
import { takeReferenceAsPart } from "../../../../document/model/facts/reference-as-part.ts";
import { writtenValues } from "../../../../document/model/facts/written-values.ts";
import { groupValuesBySchema, listMappedValues } from "../../../../document/model/mapped-values.ts";
import type {
  Discriminator,
  Model,
  Schema,
  SchemaReference,
} from "../../../../document/model/model.ts";
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
  /** The narrowings, in their order. See `patchSchema`. */
  readonly narrowings: readonly Narrowing[];
}

/** A component schema whose discriminating property is narrowed. */
export interface Narrowing {
  /** The schema. It is not `name` itself when that is only a reference to another one. */
  readonly ref: SchemaReference;
  readonly propertyName: string;
  readonly values: readonly string[];
}

interface Collected {
  /** True to leave out what stands beside a reference, as openapi-typescript does. */
  readonly isLike: boolean;
  readonly byPath: Map<string, Discriminator>;
  readonly narrowed: Set<string>;
  readonly narrowings: Narrowing[];
  readonly schemas: ReadonlyMap<string, Schema>;
}

/** Finds the discriminators of a document in two passes: first the declared ones, then those inherited by `allOf`. */
export function collectDiscriminators(model: Model, likeOpenapiTypescript = false): Discriminators {
  const found = withDiscriminators(findDiscriminated(model));
  return found.length === 0 ? noDiscriminators : narrowAll(found, model, likeOpenapiTypescript);
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
  narrowings: [],
};

function narrowAll(found: readonly Found[], model: Model, isLike: boolean): Discriminators {
  const collected: Collected = {
    isLike,
    byPath: new Map(),
    narrowed: new Set(),
    narrowings: [],
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
  const { byPath, narrowed, narrowings } = collected;
  return { byPath, narrowed, narrowings };
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
  for (const member of schema.oneOf) {
    // A reference with keywords beside it is a schema of its own, which has no name.
    const { ref } = collected.isLike ? member : takeReferenceAsPart(member);
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
    const written = property && writtenValues(property);
    return written?.some((each) => String(each) === value) === false;
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
    if (isUnionWithout(item.ref.target, path, parent)) {
      continue;
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

/**
 * Returns whether a schema is a union of which the schema at this path is not an alternative: values of
 * `allOf: [{ $ref: Pet }]` are pets, and have the tags of pets.
 */
function isUnionWithout(
  schema: Schema,
  path: string | undefined,
  { mapping }: Discriminator,
): boolean {
  const target = followSchemaReferences(schema);
  const alternatives = [...(target?.oneOf ?? []), ...(target?.anyOf ?? [])];
  const isOwn = (name: string | undefined): boolean =>
    name !== undefined && buildSchemaPath(name) === path;
  return (
    alternatives.length > 0 &&
    !alternatives.some(({ ref }) => isOwn(ref?.name)) &&
    ![...mapping.values()].some(isOwn)
  );
}

/** Narrows a component schema if its type is that of an object. */
function narrow(
  name: string,
  values: readonly string[],
  { propertyName }: Discriminator,
  { narrowed, narrowings, schemas }: Collected,
  again = false,
): void {
  const path = buildSchemaPath(name);
  const schema = schemas.get(name);
  const target = schema && followSchemaReferences(schema);
  if (target === undefined || (narrowed.has(path) && !again)) {
    return;
  }
  const isObject = target.types?.length === 1 && target.types[0] === "object";
  if (target.allOf !== undefined || isObject) {
    const { file, pointer } = target.location;
    narrowings.push({ ref: { name, text: `${file}#${pointer}`, target }, propertyName, values });
    narrowed.add(path);
  }
}
