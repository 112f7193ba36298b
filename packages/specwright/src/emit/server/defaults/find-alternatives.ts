import { collectAppliedInPlace } from "../../../document/model/applied-parts.ts";
import { isKeptOut } from "../../../document/model/directions/kept-out.ts";
import { findTag } from "../../../document/model/facts/disjoint.ts";
import { findPossibleTypes, typeBits } from "../../../document/model/facts/possible-types.ts";
import type { Schema } from "../../../document/model/model.ts";
import { requiresKeptOut } from "./requires-kept-out.ts";

/** One of the schemas of `anyOf` or `oneOf`, and how the router recognizes a valid value that fits it. */
export interface Alternative {
  readonly schema: Schema;
  readonly by: Distinction;
}

/** How an alternative is distinguished from the others. */
export type Distinction =
  /** No other alternative accepts objects (or lists), so every object (or list) fits this one. */
  | { readonly kind: "type" }
  /** A required property with values that no other alternative allows. */
  | { readonly kind: "tag"; readonly property: string; readonly values: readonly unknown[] }
  /**
   * The validator of the component. It does not distinguish requests from responses, so it rejects requests that lack
   * required `readOnly` members.
   */
  | {
      readonly kind: "validator";
      readonly name: string;
      readonly target: Schema;
      readonly requiresReadOnly: boolean;
    }
  /** The schema has no name, so it does not have its own validator. */
  | { readonly kind: "nothing" };

/** The alternatives of a schema: first the members of `anyOf`, then the members of `oneOf`. */
export function findAlternatives({ anyOf = [], oneOf = [] }: Schema): readonly Alternative[] {
  // Most schemas do not have any.
  return anyOf.length + oneOf.length === 0 ? [] : [...distinguish(anyOf), ...distinguish(oneOf)];
}

/** The alternatives in which the router fills in defaults whenever a request fits them. */
export function findFilledAlternatives(schema: Schema): readonly Alternative[] {
  return findAlternatives(schema).filter(isFilledAlternative);
}

/** Returns whether the router fills in defaults in an alternative whenever a request fits it. */
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
          ? chooseByValidator(schema)
          : { kind: "tag", property: tag.name, values },
    };
  });
}

/** Returns true when no other schema accepts objects or lists that this one accepts. */
function isAlone(schema: Schema, others: readonly Schema[]): boolean {
  return [typeBits.object, typeBits.array].every(
    (type) => !takes(schema, type) || !others.some((other) => takes(other, type)),
  );
}

function takes(schema: Schema, type: number): boolean {
  return (findPossibleTypes(schema) & type) !== 0;
}

/** Returns true for a required property that requests may omit because it is `readOnly`. */
function isReadOnly(name: string, schema: Schema): boolean {
  return [...collectAppliedInPlace(schema, false)].some(({ properties }) => {
    const property = properties?.get(name);
    return property !== undefined && isKeptOut(property, "request");
  });
}

function chooseByValidator({ ref }: Schema): Distinction {
  return ref?.name === undefined
    ? { kind: "nothing" }
    : {
        kind: "validator",
        name: ref.name,
        target: ref.target,
        requiresReadOnly: requiresKeptOut(ref.target),
      };
}
