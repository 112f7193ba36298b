import { isEqual } from "@specwright/runtime/v1/values";
import { isKeptOut } from "../../document/model/directions/kept-out.ts";
import { findStepBounds } from "../../document/model/facts/step-bounds.ts";
import type { Direction, JsonType, Schema } from "../../document/model/model.ts";
import { makeText } from "./make-text.ts";
import { type Merged, mergeParts } from "./merge-parts.ts";
import type { Random } from "./random.ts";

/** How many of the optional properties a value has: none, some at random, or all. */
export type Fullness = "least" | "some" | "most";

/** The state that functions share while they make a value. */
export interface Making {
  readonly random: Random;
  readonly fullness: Fullness;
  /** The direction of the value. Default: a request. */
  readonly direction?: Direction;
}

/** Deeper values have required properties only. */
const deepest = 6;

/** The parts of the largest value. From half of them on, it gets required properties only. */
const largest = 10_000;

/** Longer texts are not made, also where a schema asks for them. */
const longestText = 10_000;

/** What is shared, and how many parts the value can still get. */
interface MakingOne extends Making {
  readonly left: { parts: number };
}

/**
 * A value that probably fits a schema. Keywords that exclude values (`not`, `if`, `dependentSchemas`,
 * `propertyNames`) are ignored, and a value that would be very large gets only some of its parts. The caller checks the value
 * with a validator, and makes another one if it does not fit.
 *
 * @returns undefined when no value can be made
 */
export function makeValue(schema: Schema, making: Making): unknown {
  return make([schema], { ...making, left: { parts: largest } }, 0);
}

function make(schemas: readonly Schema[], making: MakingOne, depth: number): unknown {
  const { random, left } = making;
  left.parts -= 1;
  if (left.parts < 0) {
    return undefined;
  }
  const merged = mergeParts(schemas, random);
  const { parts } = merged;
  if (parts.some(({ boolean }) => boolean === false) || depth > 4 * deepest) {
    return undefined;
  }
  const written = chooseWritten(parts, making);
  if (written !== undefined) {
    return written.value;
  }
  const type = chooseType(merged, random);
  switch (type) {
    case "null":
      return null;
    case "boolean":
      return random.drawChance(0.5);
    case "object":
      return makeObject(merged, making, depth);
    case "array":
      return makeArray(parts, making, depth);
    case "integer":
    case "number":
      return makeNumber(parts, type === "integer", random);
    case "string": {
      const bounds = {
        minLength: Math.min(
          longestText,
          Math.max(0, ...parts.map(({ minLength = 0 }) => minLength)),
        ),
        maxLength: Math.min(...parts.map(({ maxLength = Number.POSITIVE_INFINITY }) => maxLength)),
      };
      const format = parts.find((part) => part.format !== undefined)?.format;
      const pattern = parts.find((part) => part.pattern !== undefined)?.pattern;
      return makeText({ format, pattern }, bounds, random);
    }
    default:
      return type satisfies never;
  }
}

/**
 * A value that the document itself contains. A constant or a member of `enum` is always used, an example half of the
 * time.
 */
function chooseWritten(
  parts: readonly Schema[],
  { random }: Making,
): { readonly value: unknown } | undefined {
  const constant = parts.find((part) => part.const !== undefined)?.const;
  if (constant !== undefined) {
    return constant;
  }
  const [first, ...others] = parts.flatMap((part) => (part.enum === undefined ? [] : [part.enum]));
  if (first !== undefined) {
    const common = first.filter((value) =>
      others.every((list) => list.some((other) => isEqual(value, other))),
    );
    return common.length === 0 ? undefined : { value: random.pick(common) };
  }
  const examples = parts.flatMap((part) => part.examples ?? []);
  return examples.length > 0 && random.drawChance(0.5)
    ? { value: random.pick(examples) }
    : undefined;
}

function chooseType({ types, properties, parts }: Merged, random: Random): JsonType {
  const known = [...(types ?? [])];
  if (known.length > 0) {
    // Null is allowed in many places but tests little, so other types are preferred.
    const others = known.filter((type) => type !== "null");
    return (
      (random.drawChance(0.9) ? random.pick(others) : undefined) ?? random.pick(known) ?? "null"
    );
  }
  if (properties.size > 0 || parts.some((part) => part.additionalProperties !== undefined)) {
    return "object";
  }
  if (parts.some(({ items, prefixItems, contains }) => items ?? prefixItems ?? contains)) {
    return "array";
  }
  const isNumber = parts.some((part) => part.minimum !== undefined || part.maximum !== undefined);
  return isNumber ? "number" : "string";
}

function makeObject(
  { parts, properties, required }: Merged,
  making: MakingOne,
  depth: number,
): Record<string, unknown> {
  const { random, fullness, direction = "request", left } = making;
  const least = Math.max(0, ...parts.map(({ minProperties = 0 }) => minProperties));
  const isWanted = (name: string): boolean =>
    required.has(name) ||
    (depth < deepest &&
      left.parts > largest / 2 &&
      (fullness === "most" || (fullness === "some" && random.drawChance(0.5))));
  const additional = parts.flatMap((part) => part.additionalProperties ?? []);
  // A name may be required without a schema of its own.
  const named = [...required].filter((name) => !properties.has(name));
  const described = [...properties, ...named.map((name) => [name, additional] as const)];
  const sent = described.filter(([, list]) => !list.some((each) => isKeptOut(each, direction)));
  const wantedNames = new Set(sent.map(([name]) => name).filter(isWanted));
  for (const [name] of sent) {
    if (wantedNames.size < least) {
      wantedNames.add(name);
    }
  }
  const entries = sent
    .filter(([name]) => wantedNames.has(name))
    .map(([name, list]) => [name, make(list, making, depth + 1)] as const)
    .filter(([, value]) => value !== undefined);
  const value: Record<string, unknown> = Object.fromEntries(entries);
  const wanted = properties.size === 0 && additional.length > 0 && depth < deepest ? 1 : 0;
  for (
    let index = 0;
    index < 5 && Object.keys(value).length < Math.max(least, wanted);
    index += 1
  ) {
    const name = makeText({}, { minLength: 3, maxLength: 8 }, random);
    const made = make(additional, making, depth + 1);
    if (made !== undefined) {
      value[name] = made;
    }
  }
  return value;
}

function makeArray(parts: readonly Schema[], making: MakingOne, depth: number): unknown[] {
  const { random, fullness, left } = making;
  const prefix = parts.find((part) => part.prefixItems !== undefined)?.prefixItems ?? [];
  const items = parts.flatMap((part) => part.items ?? []);
  const least = Math.max(0, ...parts.map(({ minItems = 0 }) => minItems));
  const most = Math.min(...parts.map(({ maxItems = Number.POSITIVE_INFINITY }) => maxItems));
  // Every item that `contains` asks for is one of the first.
  const contained = parts.flatMap(({ contains, minContains = 1 }) =>
    contains === undefined
      ? []
      : Array.from({ length: Math.min(minContains, largest) }, () => contains),
  );
  const more = depth >= deepest || fullness === "least" ? 0 : random.drawInteger(0, 2);
  // A list that cannot become long enough gets no items at all.
  const length =
    least > left.parts
      ? 0
      : Math.min(most, Math.max(least, prefix.length, contained.length) + more);
  const isDistinct = parts.some((part) => part.uniqueItems === true);
  const made: unknown[] = [];
  for (let tries = 0; made.length < length && tries < 4 * length && left.parts > 0; tries += 1) {
    const own = prefix[made.length];
    const wanted = contained[made.length] ?? [];
    const item = make([own ?? items, wanted].flat(), making, depth + 1);
    if (item !== undefined && !(isDistinct && made.some((other) => isEqual(other, item)))) {
      made.push(item);
    }
  }
  return made;
}

/**
 * A number within the bounds of the schemas that is a multiple of the largest `multipleOf`. The bounds themselves are
 * chosen more often than other numbers.
 */
function makeNumber(parts: readonly Schema[], isInteger: boolean, random: Random): number {
  const factors = parts.flatMap(({ multipleOf }) => multipleOf ?? []);
  const step = Math.max(0, ...factors) || (isInteger ? 1 : 0.5);
  const bounds = findStepBounds(parts, step);
  const lowest = Number.isFinite(bounds.lowest) ? bounds.lowest : Math.min(0, bounds.highest);
  const most = Math.min(bounds.highest, lowest + 1000);
  const steps = random.drawChance(0.3)
    ? (random.pick([lowest, most]) ?? lowest)
    : random.drawInteger(lowest, most);
  // Multiplying whole numbers avoids rounding errors of binary fractions: in JavaScript, 3 × 0.1 is not 0.3.
  return step >= 1 ? steps * step : Number((steps * step).toPrecision(12));
}
