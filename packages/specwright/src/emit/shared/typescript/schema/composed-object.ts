import { takeReferenceAsPart } from "../../../../document/model/facts/reference-as-part.ts";
import type { Schema } from "../../../../document/model/model.ts";
import { resolveSchema, type TypeContext } from "../type-context.ts";
import type { TypeFacts } from "../type-facts.ts";

/** More parts than people use for one object. In a document that never ends, only this many are read. */
export const mostParts = 100;

/** A schema, the parts of its `allOf`, and their parts in turn. References are resolved. */
export function collectComposedParts(
  schema: Schema,
  context: Pick<TypeFacts, "discriminators">,
): readonly Schema[] {
  const parts = new Set<Schema>();
  const waiting = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const part = resolveWhole(next, context);
    if (part !== undefined && !parts.has(part) && parts.size < mostParts) {
      parts.add(part);
      waiting.push(...(part.allOf ?? []));
    }
  }
  return [...parts];
}

/** The target of a reference. A reference with other keywords beside it is a schema of its own. */
function resolveWhole(
  schema: Schema,
  context: Pick<TypeFacts, "discriminators">,
): Schema | undefined {
  const whole = takeReferenceAsPart(schema);
  return whole === schema ? resolveSchema(schema, context) : whole;
}

/**
 * The schema with every name in `required` that a part of its `allOf` requires without describing it:
 *
 *     allOf: [{ $ref: "#/components/schemas/Pet" }, { required: [name] }]
 *
 * is `Pet` with a name. In TypeScript, a part of an intersection can only require what it describes.
 */
export function withRequiredOfParts(schema: Schema, context: TypeContext): Schema {
  if (schema.allOf === undefined || context.options.likeOpenapiTypescript === true) {
    return schema;
  }
  const required = new Set(schema.required);
  for (const { required: names = [], properties } of collectComposedParts(schema, context)) {
    for (const name of names) {
      if (properties?.has(name) !== true) {
        required.add(name);
      }
    }
  }
  return required.size === (schema.required?.length ?? 0)
    ? schema
    : { ...schema, required: [...required] };
}

/**
 * Returns whether a test holds for every value of a schema: for the schema itself, for a part of its `allOf`, or for all its
 * alternatives. A schema inside itself passes.
 *
 * @param test Gets a schema without its reference. `isPart` says whether it is written out as a part of an `allOf`.
 */
export function holdsForValues(
  schema: Schema,
  test: (schema: Schema, isPart: boolean) => boolean,
  context: Pick<TypeFacts, "discriminators">,
): boolean {
  const seen = new Set<Schema>();
  const holds = (each: Schema, isPart: boolean): boolean => {
    const target = resolveWhole(each, context);
    if (target === undefined || seen.size === mostParts) {
      return false;
    }
    if (seen.has(target)) {
      return true;
    }
    seen.add(target);
    const { allOf, anyOf, oneOf } = target;
    return (
      test(target, isPart && each.ref === undefined) ||
      allOf?.some((part) => holds(part, true)) === true ||
      [anyOf, oneOf].some((list) => list?.every((item) => holds(item, false)))
    );
  };
  return holds(schema, true);
}

/** Returns whether values are objects: of the schema's type, or because it describes properties. */
export function isOnlyObject({ types, properties }: Schema): boolean {
  return types === undefined ? properties !== undefined : types.join() === "object";
}

/**
 * Selects the required names that are in the types of no part and of no alternative. A part that is written out in an
 * `allOf` leaves the names that it requires and does not describe to the schema around it.
 */
export function selectUndescribed(schema: Schema, context: TypeContext): readonly string[] {
  const names = schema.required ?? [];
  if (names.length === 0 || !holdsForValues(schema, isOnlyObject, context)) {
    return [];
  }
  const isKey =
    (name: string) =>
    (each: Schema, isPart: boolean): boolean =>
      each.properties?.has(name) === true ||
      (!isPart && isOnlyObject(each) && each.required?.includes(name) === true);
  return names.filter((name) => !holdsForValues(schema, isKey(name), context));
}

/** Selects the names that are optional keys of the schema's type. */
export function selectOptionalKeys(
  names: readonly string[],
  schema: Schema,
  context: TypeContext,
): readonly string[] {
  if (context.options.likeOpenapiTypescript === true) {
    const { properties } = resolveSchema(schema, context) ?? {};
    return names.filter((name) => properties?.has(name));
  }
  const parts = names.length === 0 ? [] : collectComposedParts(schema, context);
  return parts.every(hasKeysOfProperties)
    ? names.filter((name) => isOptionalKey(name, parts, context))
    : [];
}

function isOptionalKey(name: string, parts: readonly Schema[], context: TypeContext): boolean {
  const described = parts.flatMap(({ properties }) => properties?.get(name) ?? []);
  const isLeftOut = (property: Schema): boolean =>
    context.options.excludeDeprecated === true && isDeprecated(property, context);
  return (
    described.length > 0 &&
    !described.some(isLeftOut) &&
    // A schema with a discriminator is printed without the discriminating property when another schema extends it.
    !parts.some(({ discriminator }, at) => at > 0 && discriminator?.propertyName === name) &&
    !parts.some(({ required }) => required?.includes(name))
  );
}

/**
 * Returns whether a schema's type has its properties as keys. `anyOf` and several types make a union, which only has
 * the keys that all members have.
 */
function hasKeysOfProperties({ types, anyOf }: Schema): boolean {
  return anyOf === undefined && (types ?? []).every((type) => type === "object" || type === "null");
}

/** Returns whether a schema is marked as deprecated, beside its reference or behind it. */
export function isDeprecated(schema: Schema, context: TypeContext): boolean {
  return schema.deprecated === true || resolveSchema(schema, context)?.deprecated === true;
}
