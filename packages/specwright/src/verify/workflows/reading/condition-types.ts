import { findBacktracking, readPattern } from "@specwright/patterns";
import { DiagnosticError } from "../../../diagnostic.ts";
import { compilePath, selectNodes } from "../../../document/shape/overlay/json-path.ts";
import { isObject } from "../../../json-object.ts";
import { findXpathMistake, judgeByXpath } from "../expressions/xpath/xpath.ts";
import { jsonPathNeed, type SelectorType } from "./compile-selector.ts";

/** A kind of conditions that tests one value. */
export interface ConditionType {
  /** Undefined when the value meets the condition. */
  readonly test: (condition: string, value: unknown) => Unmet | undefined;
  /** What to write instead of a mistake. */
  readonly fix: string;
}

/** Why a condition is not met. */
export interface Unmet {
  readonly reason: string;
  /** True when the condition itself is wrong. */
  readonly isMistake?: boolean;
}

/** The kinds of conditions, except comparisons of expressions. */
export const conditionTypes: Readonly<Record<Exclude<SelectorType, "simple">, ConditionType>> = {
  regex: {
    test: testPattern,
    fix: "Write a regular expression, without slashes around it, such as `^2\\d\\d$`.",
  },
  jsonpath: {
    test: testPath,
    fix: "Write a query of RFC 9535, such as `$[?@.status == 'done']`.",
  },
  xpath: {
    test: testXpath,
    fix: "Write an expression of XPath 3.1, such as `/order/state = 'done'`.",
  },
  jsonpointer: {
    test: () => ({ reason: "a JSON Pointer is not a condition", isMistake: true }),
    fix: "Write `type: simple`, and compare `$response.body#/id` with a value.",
  },
};

/** The beginning of a long text, for messages. */
export function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** The longest text for a pattern whose time grows faster than the text. */
const longestForSlow = 10_000;

/** A pattern that needs exponential time would let an answer stop the run. */
function testPattern(pattern: string, value: unknown): Unmet | undefined {
  const reading = readPattern(pattern);
  if (reading.source === undefined) {
    return { reason: reading.reason, isMistake: true };
  }
  const { source, flags } = reading;
  const slow = findBacktracking(source, flags);
  if (slow?.kind === "exponential") {
    return { reason: "it can take exponential time", isMistake: true };
  }
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (slow !== undefined && text.length > longestForSlow) {
    return { reason: `it can take long, and the value has more than ${longestForSlow} characters` };
  }
  return new RegExp(source, flags).test(text)
    ? undefined
    : { reason: `the value is ${shorten(JSON.stringify(text))}` };
}

/**
 * A filter that stands directly behind `$` tests an object itself, as the specification's own examples mean it:
 * `$[?count(@.pets) > 0]` of `{ pets: [] }`. In RFC 9535 it would test the members of the object.
 */
function testPath(query: string, value: unknown): Unmet | undefined {
  try {
    const path = compilePath(query, jsonPathNeed);
    const root = isObject(value) && /^\$\s*\[\s*\?/.test(query) ? [value] : value;
    return selectNodes(path, root).length > 0 ? undefined : { reason: "it selects nothing" };
  } catch (error) {
    if (error instanceof DiagnosticError) {
      throw error;
    }
    const reason = error instanceof Error ? error.message : String(error);
    return { reason, isMistake: true };
  }
}

function testXpath(expression: string, value: unknown): Unmet | undefined {
  const mistake = findXpathMistake(expression);
  const reason = mistake ?? judgeByXpath(expression, value);
  return reason === undefined ? undefined : { reason, isMistake: mistake !== undefined };
}
