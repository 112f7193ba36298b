import type { Criterion } from "../description.ts";
import { evaluateCondition } from "../expressions/evaluate-condition.ts";
import { evaluateExpression } from "../expressions/evaluate-expression.ts";
import type { Expression } from "../expressions/expression.ts";
import { listConditionExpressions, parseCondition } from "../expressions/parse-condition.ts";
import type { Scope } from "../expressions/scope.ts";
import { readSelectorType } from "./compile-selector.ts";
import { type Compiling, compileExpression, compileTemplate } from "./compile-text.ts";
import { conditionTypes, shorten } from "./condition-types.ts";
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
  const { [type]: kind } = conditionTypes;
  const template = compileTemplate(written, reader.at("condition"), compiling);
  if (!/\{\$/.test(written)) {
    // Nothing is embedded, so mistakes show before anything is sent.
    const problem = kind.test(written, type === "regex" ? "" : {});
    if (problem?.isMistake === true) {
      report(reader.at("condition"), {
        code: "invalid-expression",
        message: `\`${written}\` is not a condition of the type ${type}: ${problem.reason}.`,
        fix: kind.fix,
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
        : kind.test(template(scope), judged)?.reason;
    },
  };
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
