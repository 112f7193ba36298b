import { collectAppliedInPlace } from "../../document/model/applied-parts.ts";
import { isKeptOut } from "../../document/model/directions/kept-out.ts";
import { countsAlternatives } from "../../document/model/facts/disjoint.ts";
import type { Direction, Schema } from "../../document/model/model.ts";
import { isObject } from "../../json-object.ts";
import type { TestPattern } from "../../text/test-pattern.ts";
import { findScalarMismatch } from "./scalar-mismatch.ts";

/** The reason why a value does not fit a schema. */
export interface Mismatch {
  /** The part of the value that does not fit: names and indexes from the outermost to the innermost. */
  readonly path: readonly (string | number)[];
  /** The problem, written to follow the value's name: `is a number and has to be a string`. */
  readonly reason: string;
}

/** The context in which the values of one document are checked. */
export interface Judge {
  readonly testPattern: TestPattern;
  readonly assertsFormats: boolean;
  /** The number of schemas that may still be visited. Without the limit, nested alternatives could take exponential time. */
  readonly steps: { left: number };
  /** True to check everything else beside `unevaluatedItems` and `unevaluatedProperties`. Default: nothing is certain then. */
  readonly ignoresUnevaluated?: boolean;
}

/**
 * The reason why a value does not fit a schema. Undefined when the value fits, or when this is uncertain: dynamic
 * references, `unevaluatedItems`, `unevaluatedProperties` and patterns that are not enforced are not checked.
 *
 * @param direction The direction of the value, if it is known. Requests do not need required properties that are
 * `readOnly`, and responses do not need those that are `writeOnly`. When the direction is unknown, neither are needed.
 */
export function findMismatch(
  value: unknown,
  schema: Schema,
  direction: Direction | undefined,
  judge: Judge,
): Mismatch | undefined {
  const state: State = { ...judge, direction, isUncertain: false };
  const found = visit(value, schema, schema, state, 0);
  return state.isUncertain ? undefined : found;
}

interface State extends Judge {
  readonly direction: Direction | undefined;
  isUncertain: boolean;
}

/** Deeper values, and references that form a circle, are not checked. */
const deepest = 200;

/** @param base The schema for the whole value. `schema` may be a part of it. */
function visit(
  value: unknown,
  schema: Schema,
  base: Schema,
  state: State,
  depth: number,
): Mismatch | undefined {
  if (schema.boolean !== undefined) {
    return schema.boolean ? undefined : createMismatch("is not allowed");
  }
  state.steps.left -= 1;
  if (state.steps.left < 0 || depth > deepest || isBeyond(schema, state)) {
    state.isUncertain = true;
    return undefined;
  }
  return (
    findScalarMismatch(value, schema, state) ??
    (isObject(value) ? findObjectMismatch(value, schema, base, state, depth) : undefined) ??
    (Array.isArray(value) ? findArrayMismatch(value, schema, state, depth) : undefined) ??
    findApplicatorMismatch(value, schema, base, state, depth)
  );
}

/** Returns whether a schema has keywords that are not checked here. */
function isBeyond(schema: Schema, { ignoresUnevaluated }: Judge): boolean {
  return (
    schema.dynamicReference !== undefined ||
    (ignoresUnevaluated !== true &&
      (schema.unevaluatedItems !== undefined || schema.unevaluatedProperties !== undefined))
  );
}

function findObjectMismatch(
  value: Readonly<Record<string, unknown>>,
  schema: Schema,
  base: Schema,
  state: State,
  depth: number,
): Mismatch | undefined {
  const { properties, propertyNames } = schema;
  const names = Object.keys(value);
  const missing = findMissingName(value, schema, base, state.direction);
  if (missing !== undefined) {
    return createMismatch(`has no \`${missing}\`, which is required`);
  }
  for (const name of names) {
    const own = properties?.get(name);
    const found = own === undefined ? undefined : visit(value[name], own, own, state, depth + 1);
    const rest =
      found ?? findRestMismatch(name, value[name], own === undefined, schema, state, depth + 1);
    if (rest !== undefined) {
      return moveBelow(name, rest);
    }
    const ofName = propertyNames && visit(name, propertyNames, propertyNames, state, depth + 1);
    if (ofName !== undefined) {
      return createMismatch(`has the property \`${name}\`, whose name ${ofName.reason}`);
    }
  }
  const { minProperties = 0, maxProperties = Number.POSITIVE_INFINITY } = schema;
  if (names.length < minProperties || names.length > maxProperties) {
    return createMismatch(
      `has ${names.length} properties, which are too ${names.length < minProperties ? "few" : "many"}`,
    );
  }
  for (const [name, part] of schema.dependentSchemas ?? []) {
    const found = Object.hasOwn(value, name)
      ? visit(value, part, base, state, depth + 1)
      : undefined;
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** Checks a property against `patternProperties` and `additionalProperties`. */
function findRestMismatch(
  name: string,
  value: unknown,
  isUndescribed: boolean,
  { patternProperties, additionalProperties }: Schema,
  state: State,
  depth: number,
): Mismatch | undefined {
  let isAdditional = isUndescribed;
  for (const [pattern, part] of patternProperties ?? []) {
    const fits = state.testPattern(pattern, name);
    state.isUncertain ||= fits === undefined;
    const found = fits === true ? visit(value, part, part, state, depth) : undefined;
    if (found !== undefined) {
      return found;
    }
    isAdditional &&= fits !== true;
  }
  return isAdditional && additionalProperties !== undefined
    ? visit(value, additionalProperties, additionalProperties, state, depth)
    : undefined;
}

/** The name of a required property that is missing. */
function findMissingName(
  value: Readonly<Record<string, unknown>>,
  { required = [], dependentRequired }: Schema,
  base: Schema,
  direction: Direction | undefined,
): string | undefined {
  const isMissing = (name: string): boolean =>
    !Object.hasOwn(value, name) && !isOptional(name, base, direction);
  const missing = required.find(isMissing);
  if (missing !== undefined || dependentRequired === undefined) {
    return missing;
  }
  const present = [...dependentRequired].filter(([name]) => Object.hasOwn(value, name));
  return present.flatMap(([, names]) => names).find(isMissing);
}

/** Returns whether a required property may be missing because it belongs to the other direction. */
function isOptional(name: string, base: Schema, direction: Direction | undefined): boolean {
  const directions = direction === undefined ? (["request", "response"] as const) : [direction];
  return [...collectAppliedInPlace(base, true)].some(({ properties }) => {
    const property = properties?.get(name);
    return property !== undefined && directions.some((each) => isKeptOut(property, each));
  });
}

function findArrayMismatch(
  value: readonly unknown[],
  schema: Schema,
  state: State,
  depth: number,
): Mismatch | undefined {
  const { prefixItems = [], items, contains, minContains = 1, maxContains } = schema;
  for (const [index, item] of value.entries()) {
    const part = prefixItems[index] ?? items;
    const found = part && visit(item, part, part, state, depth + 1);
    if (found !== undefined) {
      return moveBelow(index, found);
    }
  }
  if (contains !== undefined) {
    const fitting = value.filter((item) => !visit(item, contains, contains, state, depth + 1));
    if (fitting.length < minContains || fitting.length > (maxContains ?? value.length)) {
      return createMismatch("does not contain as many items of a kind as it has to");
    }
  }
  return undefined;
}

function findApplicatorMismatch(
  value: unknown,
  schema: Schema,
  base: Schema,
  state: State,
  depth: number,
): Mismatch | undefined {
  const { ref, allOf, anyOf, oneOf, not, if: condition } = schema;
  if (ref === undefined && allOf === undefined && anyOf === undefined && oneOf === undefined) {
    // Most schemas do not have any of these.
    if (not === undefined && condition === undefined) {
      return undefined;
    }
  }
  const judge = (part: Schema): Mismatch | undefined => visit(value, part, base, state, depth + 1);
  return (
    (ref && judge(ref.target)) ??
    (allOf && findFirstMismatch(allOf, judge)) ??
    (anyOf && findAlternativeMismatch(anyOf, Number.POSITIVE_INFINITY, judge)) ??
    (oneOf && findAlternativeMismatch(oneOf, mostFitting(schema), judge)) ??
    (not && judge(not) === undefined ? createMismatch("fits what `not` excludes") : undefined) ??
    (condition && findBranchMismatch(schema, condition, judge))
  );
}

/** How many alternatives of `oneOf` a value may fit. */
function mostFitting(schema: Schema): number {
  return countsAlternatives(schema) ? 1 : Number.POSITIVE_INFINITY;
}

type JudgePart = (part: Schema) => Mismatch | undefined;

function findFirstMismatch(parts: readonly Schema[], judge: JudgePart): Mismatch | undefined {
  for (const part of parts) {
    const found = judge(part);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function findBranchMismatch(
  { then: whenTrue, else: whenFalse }: Schema,
  condition: Schema,
  judge: JudgePart,
): Mismatch | undefined {
  const branch = judge(condition) === undefined ? whenTrue : whenFalse;
  return branch && judge(branch);
}

function findAlternativeMismatch(
  parts: readonly Schema[],
  most: number,
  judge: JudgePart,
): Mismatch | undefined {
  const found = parts.map(judge);
  const fitting = found.filter((each) => each === undefined).length;
  if (fitting > most) {
    return createMismatch(`fits ${fitting} alternatives of \`oneOf\`, and has to fit one`);
  }
  // The alternative whose mismatch is deepest in the value is probably the intended one.
  const [nearest] = found
    .flatMap((each) => each ?? [])
    .sort((left, right) => right.path.length - left.path.length);
  return fitting > 0
    ? undefined
    : found.length === 1 || (nearest?.path.length ?? 0) > 0
      ? nearest
      : createMismatch("fits none of its alternatives");
}

function createMismatch(reason: string): Mismatch {
  return { path: [], reason };
}

function moveBelow(step: string | number, { path, reason }: Mismatch): Mismatch {
  return { path: [step, ...path], reason };
}
