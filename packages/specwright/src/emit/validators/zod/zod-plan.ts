import { hasType } from "@specwright/runtime/v1/values";
import { listAllowedValues } from "../../../document/model/facts/allowed-values.ts";
import type { Environment } from "../../../document/model/facts/dynamic-scope/environment.ts";
import type { KeywordType } from "../../../document/model/facts/keywords.ts";
import {
  hasCombinations,
  hasKeywords,
  keywordTypes,
} from "../../../document/model/facts/keywords.ts";
import { anyType, getTypeBit, typeBits } from "../../../document/model/facts/possible-types.ts";
import type { JsonType, Schema } from "../../../document/model/model.ts";
import { findNumberFormat, fitsFormat } from "../../number-format.ts";
import type { Place, PrintContext } from "../definitions/context.ts";
import type { Definition } from "../definitions/definitions.ts";
import type { ObjectFacts } from "../definitions/object-facts.ts";
import { findOwnFacts } from "../definitions/object-facts.ts";

import { findLargestBase } from "./zod-base.ts";
import type { OwnPart, Part } from "./zod-parts.ts";
import {
  findOwnPart,
  findPartTypes,
  hasListedValues,
  listCombinedParts,
  reportsUnknownKeys,
} from "./zod-parts.ts";

/** The plan for printing a schema as a Zod expression. */
export interface Plan {
  readonly schema: Schema;
  /** The dynamic scope inside of it. */
  readonly environment: Environment;
  /** The parts that Zod expresses. For objects, the first part is extended by the others; otherwise they are intersected. */
  readonly parts: readonly Part[];
  /** Parts that Zod cannot express exactly. They become checks. */
  readonly rest: readonly Part[];
  /** Types whose keywords become checks, because values of other types must pass. */
  readonly looseTypes: readonly KeywordType[];
  /** Set when the expression is a ZodObject. */
  readonly object?: ObjectFacts | undefined;
}

/** Plans a schema. `isObject` is true when another schema of the same value only allows objects. */
export function planSchema(schema: Schema, place: Place, isObject = false): Plan {
  const own = findOwnPart(schema, isObject);
  if (own !== undefined && !hasCombinations(schema) && schema.ref === undefined) {
    return planOfOwn(own, place);
  }
  const parts = withoutImplied(listCombinedParts(schema, place, isObject), own, place);
  const isImplied = own !== undefined && isImpliedBy(own, parts, place);
  const looseTypes =
    own === undefined || listAllowedValues(schema).length > 0 ? listLooseTypes(schema, place) : [];
  const all = own === undefined || isImplied ? parts : [...parts, own];
  const hasChecks = looseTypes.length > 0 || schema.not !== undefined || schema.if !== undefined;
  const { environment } = place;
  const [only] = all;
  return all.length === 1 && only?.kind === "reference" && !hasChecks
    ? planOfReference(only, { schema, environment, looseTypes }, place)
    : { schema, environment, looseTypes, ...combine(all, hasChecks, place) };
}

/** Plans a plain `$ref`. Its target is planned only when a caller needs it, which is rare. */
function planOfReference(
  part: Part,
  plan: Pick<Plan, "schema" | "environment" | "looseTypes">,
  place: Place,
): Plan {
  return {
    ...plan,
    parts: [part],
    rest: [],
    get object() {
      return findPartFacts(part, place);
    },
  };
}

/** The same for a schema without combinations, as most schemas are. */
function planOfOwn(own: OwnPart, place: Place): Plan {
  const { environment } = place;
  const { schema, types } = own;
  const looseTypes = listAllowedValues(schema).length > 0 ? listLooseTypes(schema, place) : [];
  const facts = findOwnFacts(schema, types);
  const object =
    facts === undefined || looseTypes.length === 0 ? facts : { ...facts, hasChecks: true };
  const plan = { schema, environment, parts: [own], rest: [], looseTypes };
  return object === undefined ? plan : { ...plan, object };
}

/** How a definition is printed; planned once. */
export function planDefinition(definition: Definition, context: PrintContext): Plan {
  const known = plans.get(context)?.get(definition);
  if (known !== undefined) {
    return known;
  }
  const { schema, environment } = definition;
  const plan = planSchema(schema, { context, definition, environment });
  const ofContext = plans.get(context) ?? new Map<Definition, Plan>();
  plans.set(context, ofContext.set(definition, plan));
  return plan;
}

/** The plans of definitions that have been needed so far. */
const plans = new WeakMap<PrintContext, Map<Definition, Plan>>();

/** Intersections are nested calls, and an engine can only parse a few thousand levels. Further parts become checks. */
const maximumIntersected = 100;

function combine(
  parts: readonly Part[],
  hasChecks: boolean,
  place: Place,
): Pick<Plan, "parts" | "rest" | "object"> {
  const usable = parts.filter((part) => isUsable(part, place));
  if (parts.length === 1 && (usable.length === 1 || !hasChecks)) {
    return { parts, rest: [], ...planObject(parts, [], hasChecks, place) };
  }
  const base = findLargestBase(usable, place);
  if (base !== undefined) {
    const isBase = new Set(base);
    const rest = parts.filter((part) => !isBase.has(part));
    return { parts: base, rest, ...planObject(base, rest, hasChecks, place) };
  }
  const areFew = parts.length > 1 && parts.length <= maximumIntersected;
  return areFew && !parts.some((part) => reportsUnknownKeys(part))
    ? { parts, rest: [] }
    : { parts: [], rest: parts };
}

/**
 * Returns whether methods of the part's expression may be called. A constant of the same circle may not be initialized
 * yet.
 */
function isUsable(part: Part, place: Place): boolean {
  if (part.kind === "plan") {
    const [only, ...others] = part.plan.parts;
    return only === undefined || others.length > 0 || isUsable(only, place);
  }
  return part.kind !== "reference" || part.target.cycle !== place.definition.cycle;
}

function planObject(
  base: readonly Part[],
  rest: readonly Part[],
  hasChecks: boolean,
  place: Place,
): { object?: ObjectFacts } {
  const facts = base.map((part) => findPartFacts(part, place));
  if (facts.includes(undefined)) {
    return {};
  }
  const object = {
    names: new Set(facts.flatMap((fact) => [...(fact?.names ?? [])])),
    isOpen: facts.every((fact) => fact?.isOpen === true),
    hasChecks: hasChecks || rest.length > 0 || facts.some((fact) => fact?.hasChecks === true),
  };
  return { object };
}

/** The facts of a part that is an object. */
export function findPartFacts(part: Part, place: Place): ObjectFacts | undefined {
  switch (part.kind) {
    case "own":
      return findOwnFacts(part.schema, part.types);
    case "reference":
      return planDefinition(part.target, place.context).object;
    case "plan":
      return part.plan.object;
    case "union":
      return undefined;
    default:
      return part satisfies never;
  }
}

/** Returns whether other parts imply everything that a part requires. */
function isImpliedBy(part: OwnPart, others: readonly Part[], place: Place): boolean {
  const { schema, types } = part;
  if (!saysTypesOnly(schema, types)) {
    return false;
  }
  const format = findNumberFormat(schema, place.context);
  const isOfType = (value: unknown): boolean =>
    hasType(value, types) && (format === undefined || fitsFormat(value, format));
  return types.includes("integer") || format !== undefined
    ? others.some((other) => hasListedValues(other, (values) => values.every(isOfType)))
    : (findTypesOfParts(others) & ~findPartTypes(part)) === 0;
}

/** Removes parts that allow every listed value, or every type that the other parts allow. */
function withoutImplied(
  parts: readonly Part[],
  own: OwnPart | undefined,
  place: Place,
): readonly Part[] {
  const [values, ...more] = own === undefined ? [] : listAllowedValues(own.schema);
  const left =
    values === undefined || more.length > 0
      ? parts
      : parts.filter(
          (part) =>
            !hasListedValues(part, (listed) => values.every((value) => listed.includes(value))),
        );
  return left.reduce<readonly Part[]>((kept, part) => {
    const only = part.kind === "plan" ? findSoleOwnPart(part.plan) : undefined;
    const others = [...kept.filter((other) => other !== part), ...(own === undefined ? [] : [own])];
    const isImplied = only !== undefined && others.length > 0 && isImpliedBy(only, others, place);
    return isImplied ? kept.filter((other) => other !== part) : kept;
  }, left);
}

function findTypesOfParts(parts: readonly Part[]): number {
  return parts.reduce((types, part) => types & findPartTypes(part), anyType);
}

/** The only part of a plan, if it is for the schema's own keywords. */
export function findSoleOwnPart({ schema, parts, rest, looseTypes }: Plan): OwnPart | undefined {
  const [only, ...others] = parts;
  return only?.kind === "own" &&
    others.length + rest.length + looseTypes.length === 0 &&
    !hasCombinations(schema) &&
    schema.ref === undefined
    ? only
    : undefined;
}

function saysTypesOnly(schema: Schema, types: readonly JsonType[]): boolean {
  return (
    listAllowedValues(schema).length === 0 &&
    !keywordTypes.some((type) => types.includes(type) && hasKeywords(schema, type))
  );
}

/** When values are listed, only keywords that apply to one of them matter. */
function listLooseTypes(schema: Schema, { context }: Place): KeywordType[] {
  const lists = listAllowedValues(schema);
  return keywordTypes.filter(
    (type) =>
      (hasKeywords(schema, type) ||
        (type === "number" && findNumberFormat(schema, context) !== undefined)) &&
      lists.every((values) => values.some((value) => getTypeBit(value) === typeBits[type])),
  );
}
