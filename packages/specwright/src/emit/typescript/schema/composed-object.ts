import type { Schema } from "../../../model/model.ts";
import { resolveSchema, type TypeContext } from "../type-context.ts";
import type { TypeFacts } from "../type-facts.ts";
import { isDeprecated } from "./type-object.ts";

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
    const part = resolveSchema(next, context);
    if (part !== undefined && !parts.has(part) && parts.size < mostParts) {
      parts.add(part);
      waiting.push(...(part.allOf ?? []));
    }
  }
  return [...parts];
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
