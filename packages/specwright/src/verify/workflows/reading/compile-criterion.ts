import { findBacktracking, readPattern } from "@specwright/patterns";
import { DiagnosticError } from "../../../diagnostic.ts";
import { compilePath, selectNodes } from "../../../document/shape/overlay/json-path.ts";
import { isObject } from "../../../json-object.ts";
import type { Criterion } from "../description.ts";
import { evaluateCondition } from "../expressions/evaluate-condition.ts";
import { evaluateExpression } from "../expressions/evaluate-expression.ts";
import type { Expression } from "../expressions/expression.ts";
import { listConditionExpressions, parseCondition } from "../expressions/parse-condition.ts";
import type { Scope } from "../expressions/scope.ts";
import { jsonPathNeed, readSelectorType } from "./compile-selector.ts";
import { type Compiling, compileExpression, compileTemplate } from "./compile-text.ts";
import { openObject } from "./open-object.ts";

/** Reads a criterion of a step or an action. Undefined, and reported, when it cannot be evaluated. */
export function compileCriterion(
  value: unknown,
  pointer: string,
  compiling: Compiling,
): Criterion | undefined {
  const { report } = compiling;
  const members = ["context", "condition", "type"];
  const reader = openObject(value, pointer, "A criterion", members, report);
  const written = reader?.requireText("condition");
  const type = reader && readSelectorType(reader.value.type, reader.at("type"), compiling);
  if (reader === undefined || written === undefined || type === undefined) {
    return undefined;
  }
  if (type === "simple") {
    return compileSimple(written, reader.at("condition"), compiling);
  }
  const context = reader.requireText("context");
  const expression =
    context === undefined ? undefined : compileExpression(context, reader.at("context"), compiling);
  if (expression === undefined) {
    return undefined;
  }
  const isRegex = type === "regex";
  const test = isRegex ? testPattern : type === "jsonpath" ? testPath : testPointer;
  const template = compileTemplate(written, reader.at("condition"), compiling);
  if (!/\{\$/.test(written)) {
    // Nothing is embedded, so mistakes show before anything is sent.
    const problem = test(written, isRegex ? "" : {});
    if (problem?.isMistake === true) {
      report(reader.at("condition"), {
        code: "invalid-expression",
        message: `\`${written}\` is not a condition of the type ${type}: ${problem.reason}.`,
        fix: isRegex
          ? "Write a regular expression, without slashes around it, such as `^2\\d\\d$`."
          : "Write a query of RFC 9535, such as `$[?@.status == 'done']`.",
      });
      return undefined;
    }
  }
  return {
    written,
    judge: (scope) => {
      const judged = evaluateExpression(expression, scope);
      return judged === undefined || judged === null
        ? `\`${context}\` has no value`
        : test(template(scope), judged)?.reason;
    },
  };
}

interface Unmet {
  readonly reason: string;
  /** True when the condition itself is wrong. */
  readonly isMistake?: boolean;
}

function compileSimple(
  written: string,
  pointer: string,
  { report, addExpression }: Compiling,
): Criterion | undefined {
  const condition = parseCondition(written);
  if (typeof condition === "string") {
    report(pointer, {
      code: "invalid-expression",
      message: `\`${written}\` is not a condition: ${condition}.`,
      fix: "Compare expressions and values, such as `$statusCode == 200 && $response.body#/name == 'Ada'`. Texts have single quotes.",
    });
    return undefined;
  }
  const expressions = listConditionExpressions(condition);
  for (const each of expressions) {
    addExpression(each, pointer);
  }
  return {
    written,
    judge: (scope) =>
      evaluateCondition(condition, scope) ? undefined : describeValues(expressions, scope),
  };
}

/** The values that a condition read, so that the reader sees why it failed. */
function describeValues(expressions: readonly Expression[], scope: Scope): string {
  const shown = expressions.map((each) => {
    const value = evaluateExpression(each, scope);
    return `\`${each.written}\` is ${value === undefined ? "absent" : shorten(JSON.stringify(value))}`;
  });
  return [...new Set(shown)].join(", ") || "it is never true";
}

function shorten(text: string): string {
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

function testPointer(): Unmet {
  return { reason: "a JSON Pointer is not a condition", isMistake: true };
}
