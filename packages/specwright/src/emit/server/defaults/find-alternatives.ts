import { appliedInPlace } from "../../../model/applied-parts.ts";
import { isKeptOut } from "../../../model/directions/kept-out.ts";
import { findTag } from "../../../model/facts/disjoint.ts";
import { possibleTypes, typeBits } from "../../../model/facts/possible-types.ts";
import type { Schema } from "../../../model/model.ts";
import { requiresKeptOut } from "./requires-kept-out.ts";

/** One of the schemas of `anyOf` or `oneOf`, and how the router finds out that a valid value fits it. */
export interface Alternative {
  readonly schema: Schema;
  readonly by: Distinction;
}

/** The way in which an alternative differs from the others. */
export type Distinction =
  /** No other takes objects, or lists, so that its own objects and lists are certain. */
  | { readonly kind: "type" }
  /** A required property, whose values no other allows. */
  | { readonly kind: "tag"; readonly property: string; readonly values: readonly unknown[] }
  /** The validator of the component. It does not distinguish requests from answers, so it refuses requests without `readOnly` members. */
  | {
      readonly kind: "validator";
      readonly name: string;
      readonly target: Schema;
      readonly requiresReadOnly: boolean;
    }
  /** The schema has no name, so it has no validator of its own. */
  | { readonly kind: "nothing" };

/** The alternatives of a schema, those of `anyOf` before those of `oneOf`. */
export function findAlternatives({ anyOf = [], oneOf = [] }: Schema): readonly Alternative[] {
  // Most schemas have none.
  return anyOf.length + oneOf.length === 0 ? [] : [...distinguish(anyOf), ...distinguish(oneOf)];
}

/** The alternatives that the router fills in whenever a request means them. */
export function filledAlternatives(schema: Schema): readonly Alternative[] {
  return findAlternatives(schema).filter(isFilledAlternative);
}

/** True for an alternative that the router fills in whenever a request means it. */
export function isFilledAlternative({ by }: Alternative): boolean {
  return by.kind === "validator" ? !by.requiresReadOnly : by.kind !== "nothing";
}

function distinguish(schemas: readonly Schema[]): readonly Alternative[] {
  const objects = schemas.filter((schema) => takes(schema, typeBits.object));
  const tag = findTag(objects, (name) => !objects.some((each) => isReadOnly(name, each)));
  return schemas.map((schema) => {
    const others = schemas.filter((other) => other !== schema);
    if (isAlone(schema, others)) {
      return { schema, by: { kind: "type" } };
    }
    const values = tag?.values[objects.indexOf(schema)];
    return {
      schema,
      by:
        tag === undefined || values === undefined
          ? byValidator(schema)
          : { kind: "tag", property: tag.name, values },
    };
  });
}

/** True when no other schema takes objects or lists as well. */
function isAlone(schema: Schema, others: readonly Schema[]): boolean {
  return [typeBits.object, typeBits.array].every(
    (type) => !takes(schema, type) || !others.some((other) => takes(other, type)),
  );
}

function takes(schema: Schema, type: number): boolean {
  return (possibleTypes(schema) & type) !== 0;
}

/** True for a property that requests may leave out although the schema requires it. */
function isReadOnly(name: string, schema: Schema): boolean {
  return [...appliedInPlace(schema, false)].some(({ properties }) => {
    const property = properties?.get(name);
    return property !== undefined && isKeptOut(property, "request");
  });
}

function byValidator({ ref }: Schema): Distinction {
  return ref?.name === undefined
    ? { kind: "nothing" }
    : {
        kind: "validator",
        name: ref.name,
        target: ref.target,
        requiresReadOnly: requiresKeptOut(ref.target),
      };
}
