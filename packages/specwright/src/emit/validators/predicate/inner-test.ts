import { escapeIdentifier } from "../../../text/identifier.ts";
import type { Test } from "./test-expression.ts";
import { printFunction, printTest } from "./test-expression.ts";
import type { TestPlace } from "./test-place.ts";
import { printLevel } from "./test-place.ts";

/** Longer names would make the surrounding code hard to read. */
const maximumLength = 100;

/** Prints a function of `predicates.js` for one part of a value, and returns its call. Equal parts share a function. */
export function testInner(place: TestPlace, print: (place: TestPlace) => Test): Test {
  const { context, definition, value, level } = place;
  const owner = place.owner ?? context.names.findPredicate(definition);
  const wanted = `${owner}_${escapeIdentifier(value.replace(/^value\W?/, ""))}`.slice(
    0,
    maximumLength,
  );
  const inside: TestPlace = {
    ...place,
    value: "value",
    depth: 0,
    owner: wanted,
    ...(level === undefined ? {} : { level: 0 }),
  };
  const test = print(inside);
  if (typeof test === "boolean") {
    return test;
  }
  const counts = level !== undefined && /\blevel\b/.test(printTest(test, ""));
  const parameters = counts ? "value, level" : "value";
  const code = printFunction("", parameters, test);
  const name = context.inner.name(wanted, code);
  return counts ? `${name}(${value}, ${printLevel(level)})` : `${name}(${value})`;
}
