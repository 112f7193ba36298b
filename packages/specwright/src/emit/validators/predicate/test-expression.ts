import { fits, fitsJoined, indentDeeper } from "../../shared/print/layout.ts";

/**
 * A condition of a predicate, before it is printed. `true` and `false` stand for conditions whose result is already
 * known.
 */
export type Test =
  | boolean
  | string
  | { readonly kind: "all" | "any"; readonly tests: readonly Test[] }
  | { readonly kind: "not"; readonly test: Test }
  /** Counts how many of the tests hold, and compares: `count === 1`. */
  | { readonly kind: "one"; readonly tests: readonly Test[] }
  /** A call with a function as its argument: `value.every((item) => …)`. */
  | {
      readonly kind: "each";
      readonly callee: string;
      readonly parameters: string;
      readonly test: Test;
      readonly tail?: string;
    };

/** Every test holds. */
export function joinAll(...tests: readonly Test[]): Test {
  return joinAllTests(tests);
}

/** The same for a list of tests that may be too long for the arguments of a call. */
export function joinAllTests(tests: readonly Test[]): Test {
  return join("all", tests, true);
}

/** At least one test holds. */
export function joinAny(...tests: readonly Test[]): Test {
  return joinAnyTest(tests);
}

/** The same for a list of tests that may be too long for the arguments of a call. */
export function joinAnyTest(tests: readonly Test[]): Test {
  return join("any", tests, false);
}

/** Flattens lists of the same kind and leaves out tests that do not affect the result. */
function join(kind: "all" | "any", tests: readonly Test[], neutral: boolean): Test {
  const rest: Test[] = [];
  const add = (test: Test): void => {
    // A test that directly follows an equal one is left out, for example the same type in several parts of `allOf`.
    if (typeof test !== "string" || rest.at(-1) !== test) {
      rest.push(test);
    }
  };
  for (const test of tests) {
    if (test === !neutral) {
      return test;
    }
    if (typeof test === "object" && test.kind === kind) {
      // Added one by one: a call with all of them could have too many arguments.
      for (const inner of test.tests) {
        add(inner);
      }
    } else if (test !== neutral) {
      add(test);
    }
  }
  const [first = neutral] = rest;
  return rest.length <= 1 ? first : { kind, tests: rest };
}

/** The test does not hold. */
export function negate(test: Test): Test {
  return typeof test === "boolean" ? !test : { kind: "not", test };
}

/** Exactly one test holds. */
export function countOne(tests: readonly Test[]): Test {
  return tests.length === 1 ? (tests[0] ?? false) : { kind: "one", tests };
}

/** A test that holds when `test` holds for every element, where `callee` is `value.every` or the like. */
export function testEvery(callee: string, parameters: string, test: Test): Test {
  return test === true ? true : { kind: "each", callee, parameters, test };
}

/** A test as the argument of a call such as `value.filter`, followed by the text `tail`. */
export function passTest(callee: string, parameters: string, test: Test, tail: string): Test {
  return { kind: "each", callee, parameters, test, tail };
}

/** Prints a test as an expression. Its continuation lines are one level deeper than `indent`. */
export function printTest(test: Test, indent: string): string {
  if (typeof test !== "object") {
    return String(test);
  }
  switch (test.kind) {
    case "all":
    case "any":
      return joinTests(test.kind === "all" ? "&&" : "||", test.tests, indent);
    case "not":
      return isCall(test.test)
        ? `!${String(test.test)}`
        : `!${parenthesizeTest(test.test, indent)}`;
    case "one":
      return printOne(test.tests, indent);
    case "each":
      return printEach(test, indent);
    default:
      return test satisfies never;
  }
}

/** Returns whether a test needs no parentheses after `!`. */
function isCall(test: Test): boolean {
  return typeof test === "string" && /^[\w$.]+\([\w$.[\]]*\)$/.test(test);
}

function joinTests(operator: string, tests: readonly Test[], indent: string): string {
  const printed = tests.map((test) => printOperand(test, indent));
  // The length is measured without joining the texts, because they may have megabytes.
  const isShort = printed.length < maximumOperands && fitsJoined(indent, printed, 4);
  return printed.join(isShort ? ` ${operator} ` : ` ${operator}\n${indent}`);
}

/** A line cannot contain that many. */
const maximumOperands = 50;

/** Returns whether a test has too many operands for one line. Each takes at least one character and the ` && ` before it. */
function isLong(test: Test): boolean {
  return (
    typeof test === "object" &&
    (test.kind === "all" || test.kind === "any") &&
    test.tests.length >= maximumOperands
  );
}

/** A list inside another list is always of the other kind, so it needs parentheses. */
function printOperand(test: Test, indent: string): string {
  return typeof test === "object" && (test.kind === "all" || test.kind === "any")
    ? parenthesizeTest(test, indent)
    : printTest(test, indent);
}

function parenthesizeTest(test: Test, indent: string): string {
  const inside = indentDeeper(indent);
  const line = printTest(test, inside);
  return fits(indent, line) ? `(${line})` : `(\n${inside}${line}\n${indent})`;
}

function printOne(tests: readonly Test[], indent: string): string {
  const numbers = tests.map((test) => `Number${parenthesizeTest(test, indent)}`);
  const line = `${numbers.join(" + ")} === 1`;
  return fits(indent, line) ? line : `${numbers.join(` +\n${indent}`)} === 1`;
}

function printEach(test: Extract<Test, { kind: "each" }>, indent: string): string {
  const { callee, parameters, tail = "" } = test;
  const inside = indentDeeper(indent);
  const body = printTest(test.test, inside);
  return fits(indent, callee, parameters, body, tail)
    ? `${callee}((${parameters}) => ${body})${tail}`
    : `${callee}((${parameters}) =>\n${inside}${body},\n${indent})${tail}`;
}

/** A function that returns a test. */
export function printFunction(name: string, parameters: string, test: Test): string {
  // A test that is certainly too long for one line is printed once, directly in its place.
  const line = isLong(test) ? undefined : printTest(test, "  ");
  const body =
    line !== undefined && fits("  ", "return ;", line)
      ? line
      : `(\n    ${printTest(test, "    ")}\n  )`;
  return `function ${name}(${parameters}) {\n  return ${body};\n}`;
}
