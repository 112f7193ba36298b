import { listAllowedValues } from "../../../document/model/facts/allowed-values.ts";
import { areDisjoint } from "../../../document/model/facts/disjoint.ts";
import { listReferences } from "../../../document/model/facts/dynamic-scope/references.ts";
import {
  hasAssertions,
  hasCombinations,
  hasKeywords,
  isPlainReference,
} from "../../../document/model/facts/keywords.ts";
import {
  findAlternativeValues,
  findListedValues,
} from "../../../document/model/facts/listed-values.ts";
import { findPossibleTypes, typeBits } from "../../../document/model/facts/possible-types.ts";
import { refusesUnknownKeys } from "../../../document/model/facts/unknown-keys.ts";
import type { Discriminator, JsonType, Schema } from "../../../document/model/model.ts";
import type { Place } from "../definitions/context.ts";
import type { Definition } from "../definitions/definitions.ts";
import { findEndingTarget } from "../definitions/endless.ts";
import type { Plan } from "./zod-plan.ts";
import { planSchema } from "./zod-plan.ts";

/** One part of a schema's meaning. A value has to fit all parts. */
export type Part =
  /** The schema's own types or values, with the keywords of these types. */
  | OwnPart
  | { readonly kind: "reference"; readonly target: Definition }
  /** A schema of `allOf`. */
  | { readonly kind: "plan"; readonly plan: Plan }
  | {
      readonly kind: "union";
      readonly keyword: "anyOf" | "oneOf";
      readonly schemas: readonly Schema[];
      readonly discriminator: Discriminator | undefined;
    };

/** A schema's own types or values, with the keywords of these types. */
export interface OwnPart {
  readonly kind: "own";
  readonly schema: Schema;
  readonly types: readonly JsonType[];
}

/** The schemas that a schema combines, as parts. */
export function listCombinedParts(schema: Schema, place: Place, isObject: boolean): Part[] {
  return [
    ...listReferenceParts(schema, place),
    ...listAllOfParts(schema, place, isObject),
    ...listUnionParts(schema, place),
  ];
}

/** The part for a schema's own keywords. Undefined when they only constrain values of some types. */
export function findOwnPart(schema: Schema, isObject: boolean): OwnPart | undefined {
  if (listAllowedValues(schema).length > 0) {
    return { kind: "own", schema, types: schema.types ?? [] };
  }
  const isKnownObject = isObject || findPossibleTypes(schema) === typeBits.object;
  const types =
    schema.types ??
    (isKnownObject && hasKeywords(schema, "object") ? ["object" as const] : undefined);
  return types === undefined ? undefined : { kind: "own", schema, types };
}

function listReferenceParts(schema: Schema, place: Place): Part[] {
  const { environment } = place;
  return listReferences(schema, environment).flatMap((reference) => {
    const found = place.context.definitions.resolve(reference, environment);
    const target = findEndingTarget(place.definition, schema, found);
    return target === undefined ? [] : [{ kind: "reference", target }];
  });
}

function listAllOfParts(schema: Schema, place: Place, isObject: boolean): Part[] {
  const isKnownObject = isObject || findPossibleTypes(schema) === typeBits.object;
  return (schema.allOf ?? []).flatMap((part) => listSchemaParts(part, place, isKnownObject));
}

/** A schema as parts of a conjunction. Empty when it allows everything. */
function listSchemaParts(schema: Schema, place: Place, isObject: boolean): Part[] {
  const environment = place.context.definitions.enter(place.environment, schema);
  const inside = { ...place, environment };
  if (isPlainReference(schema)) {
    return listReferenceParts(schema, inside);
  }
  const saysNothing =
    schema.boolean === true ||
    (schema.boolean === undefined &&
      schema.ref === undefined &&
      !hasAssertions(schema) &&
      !hasCombinations(schema));
  return saysNothing ? [] : [{ kind: "plan", plan: planSchema(schema, inside, isObject) }];
}

function listUnionParts(schema: Schema, place: Place): Part[] {
  return (["anyOf", "oneOf"] as const).flatMap((keyword): Part[] => {
    const schemas = schema[keyword];
    const [only] = schemas ?? [];
    if (schemas === undefined) {
      return [];
    }
    // A discriminator chooses among alternatives that are alike (ADR 125).
    const isChosen = schema.discriminator !== undefined && !areDisjoint(schemas);
    // An empty list accepts no value. The metaschema forbids it.
    return only !== undefined && schemas.length === 1
      ? listSchemaParts(only, place, false)
      : [
          {
            kind: "union",
            keyword: isChosen ? "anyOf" : keyword,
            schemas,
            discriminator: schema.discriminator,
          },
        ];
  });
}

/** The types that a part allows. */
export function findPartTypes(part: Part): number {
  switch (part.kind) {
    case "own":
      return findTypesOfOwnPart(part);
    case "reference":
      return findPossibleTypes(part.target.schema);
    case "plan":
      return findPossibleTypes(part.plan.schema);
    case "union":
      return part.schemas.reduce((types, schema) => types | findPossibleTypes(schema), 0);
    default:
      return part satisfies never;
  }
}

/** Returns whether a part may report unknown keys of the value itself. */
export function reportsUnknownKeys(part: Part): boolean {
  switch (part.kind) {
    case "own":
      return refusesUnknownKeys(part.schema);
    case "reference":
      return refusesUnknownKeys(part.target.schema);
    case "plan":
      return refusesUnknownKeys(part.plan.schema);
    case "union":
      return part.schemas.some(refusesUnknownKeys);
    default:
      return part satisfies never;
  }
}

/** Returns whether a part is only a list of values that passes a test. */
export function hasListedValues(
  part: Part,
  isOfKind: (values: readonly unknown[]) => boolean,
): boolean {
  const test = (values: readonly unknown[] | undefined): boolean =>
    values !== undefined && isOfKind(values);
  switch (part.kind) {
    case "own":
      return test(findListedValues(part.schema));
    case "reference":
      return test(findListedValues(part.target.schema));
    case "plan":
      return test(findListedValues(part.plan.schema));
    case "union":
      return test(findAlternativeValues(part.keyword, part.schemas));
    default:
      return part satisfies never;
  }
}

function findTypesOfOwnPart({ types }: OwnPart): number {
  return types.reduce((all, type) => all | typeBits[type], 0);
}
