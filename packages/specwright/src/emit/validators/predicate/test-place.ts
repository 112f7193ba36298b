import type { Place } from "../definitions/context.ts";

/** The place at which a test is printed. */
export interface TestPlace extends Place {
  /** The expression of the value that is tested. */
  readonly value: string;
  /** How many levels below the function's parameter the value is; absent in functions that count none. */
  readonly level?: number;
  /** How many functions the test stands in, which keeps their parameters apart. */
  readonly depth: number;
  /** The name of the function that the test is printed in; the definition's own unless given. */
  readonly owner?: string;
}

/** The place of a part of the value. */
export function partPlace(place: TestPlace, value: string, functions = 0): TestPlace {
  const { level } = place;
  const depth = place.depth + functions;
  return level === undefined
    ? { ...place, value, depth }
    : { ...place, value, depth, level: level + 1 };
}

/** How deep a value is, in a function that counts. */
export function levelExpression(level: number): string {
  return level === 0 ? "level" : `level + ${level}`;
}

/** The name of a function's parameter, such as `item` or `item2`. */
export function parameter(stem: string, { depth }: TestPlace): string {
  return depth === 0 ? stem : `${stem}${depth + 1}`;
}
