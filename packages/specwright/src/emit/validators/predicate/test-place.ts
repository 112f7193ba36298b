import type { Place } from "../definitions/context.ts";

/** The place at which a test is printed. */
export interface TestPlace extends Place {
  /** The expression of the tested value. */
  readonly value: string;
  /** How many levels the value is below the function's parameter. Absent in functions that do not count levels. */
  readonly level?: number;
  /** The number of functions around the test. It makes the names of their parameters different. */
  readonly depth: number;
  /** The name of the function that contains the test. Default: the definition's own function. */
  readonly owner?: string;
}

/** Words for a place: the function that contains the test, and the part of its value. */
export function describePlace({ context, definition, owner, value }: TestPlace): readonly string[] {
  const name = owner ?? context.names.findPredicate(definition);
  return [name.replace(/^is/, ""), value.replace(/^value\W?/, "")];
}

/** The place of a part of the value. */
export function movePlace(place: TestPlace, value: string, functions = 0): TestPlace {
  const { level } = place;
  const depth = place.depth + functions;
  return level === undefined
    ? { ...place, value, depth }
    : { ...place, value, depth, level: level + 1 };
}

/** The expression for the depth of a value, in a function that counts levels. */
export function printLevel(level: number): string {
  return level === 0 ? "level" : `level + ${level}`;
}

/** The name of a function's parameter, such as `item` or `item2`. */
export function chooseParameterName(stem: string, { depth }: TestPlace): string {
  return depth === 0 ? stem : `${stem}${depth + 1}`;
}
