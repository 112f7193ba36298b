import { isEqual } from "@specwright/runtime/v1/values";
import { evaluateExpression } from "./evaluate-expression.ts";
import type { Comparison, Condition } from "./parse-condition.ts";
import type { Scope } from "./scope.ts";

/** The value of a condition. It passes when it is true, or another value that is not empty, zero or null. */
export function evaluateCondition(condition: Condition, scope: Scope): unknown {
  switch (condition.kind) {
    case "literal":
      return condition.value;
    case "expression":
      return evaluateExpression(condition.expression, scope);
    case "not":
      return !evaluateCondition(condition.of, scope);
    case "and":
      return (
        Boolean(evaluateCondition(condition.left, scope)) &&
        Boolean(evaluateCondition(condition.right, scope))
      );
    case "or":
      return (
        Boolean(evaluateCondition(condition.left, scope)) ||
        Boolean(evaluateCondition(condition.right, scope))
      );
    case "compare":
      return compareLoosely(
        condition.operator,
        evaluateCondition(condition.left, scope),
        evaluateCondition(condition.right, scope),
      );
    default:
      return condition satisfies never;
  }
}

/**
 * Compares as Arazzo 1.1 says ("Condition Evaluation"): texts without regard to case, numeric texts as numbers, and null only
 * equals itself. An absent value is null.
 */
function compareLoosely(operator: Comparison, left: unknown, right: unknown): boolean {
  switch (operator) {
    case "==":
      return isLooselyEqual(left ?? null, right ?? null);
    case "!=":
      return !isLooselyEqual(left ?? null, right ?? null);
    case "<":
      return orderLoosely(left, right) < 0;
    case "<=":
      return orderLoosely(left, right) <= 0;
    case ">":
      return orderLoosely(left, right) > 0;
    case ">=":
      return orderLoosely(left, right) >= 0;
    default:
      return operator satisfies never;
  }
}

function isLooselyEqual(left: unknown, right: unknown): boolean {
  if (isScalar(left) && isScalar(right)) {
    const [one, other] = [toNumber(left), toNumber(right)];
    return one !== undefined && other !== undefined && typeof left !== typeof right
      ? one === other
      : foldCase(left) === foldCase(right);
  }
  return isEqual(left, right);
}

/** Negative, zero or positive. Not a number when the values have no order, so that every comparison is false. */
function orderLoosely(left: unknown, right: unknown): number {
  const [one, other] = [toNumber(left), toNumber(right)];
  if (one !== undefined && other !== undefined) {
    return one - other;
  }
  if (typeof left !== "string" || typeof right !== "string") {
    return Number.NaN;
  }
  const [first, second] = [left.toLowerCase(), right.toLowerCase()];
  return first < second ? -1 : first > second ? 1 : 0;
}

function isScalar(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

function foldCase(value: string | number | boolean): string {
  return String(value).toLowerCase();
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === "number") {
    return value;
  }
  const isNumeric = typeof value === "string" && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value);
  return isNumeric ? Number(value) : undefined;
}
