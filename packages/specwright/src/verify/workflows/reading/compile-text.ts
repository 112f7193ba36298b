import type { Value } from "../description.ts";
import { evaluateExpression } from "../expressions/evaluate-expression.ts";
import type { Expression } from "../expressions/expression.ts";
import { isExpression, parseExpression } from "../expressions/parse-expression.ts";
import type { Scope } from "../expressions/scope.ts";
import type { ReportProblem } from "./open-object.ts";

/** Where compiled parts report their problems, and the expressions that they read. */
export interface Compiling {
  readonly report: ReportProblem;
  readonly addExpression: (expression: Expression, pointer: string) => void;
}

/** Compiles a text: an expression as a whole, or a text with expressions in braces. */
export function compileText(text: string, pointer: string, compiling: Compiling): Value {
  if (!isExpression(text)) {
    return compileTemplate(text, pointer, compiling);
  }
  const expression = compileExpression(text, pointer, compiling);
  return (scope) => (expression === undefined ? undefined : evaluateExpression(expression, scope));
}

/** Compiles a text with expressions in braces. The value is always a text. */
export function compileTemplate(
  text: string,
  pointer: string,
  compiling: Compiling,
): (scope: Scope) => string {
  const pieces = text.split(/\{(\$[^{}]+)\}/).map((piece, index) => {
    const isEmbedded = index % 2 === 1 && isExpression(piece);
    const expression = isEmbedded ? compileExpression(piece, pointer, compiling) : undefined;
    return { text: index % 2 === 1 ? `{${piece}}` : piece, expression };
  });
  return (scope) =>
    pieces
      .map((piece) =>
        piece.expression === undefined
          ? piece.text
          : toText(evaluateExpression(piece.expression, scope)),
      )
      .join("");
}

/** An embedded value: texts as they are, and objects and lists as JSON. What has no value is empty. */
function toText(value: unknown): string {
  return value === undefined
    ? ""
    : typeof value === "object" && value !== null
      ? JSON.stringify(value)
      : String(value);
}

/** Parses one expression, and reports it when that is impossible. */
export function compileExpression(
  text: string,
  pointer: string,
  { report, addExpression }: Compiling,
): Expression | undefined {
  const expression = parseExpression(text);
  if (typeof expression !== "string") {
    addExpression(expression, pointer);
    return expression;
  }
  report(pointer, {
    code: "invalid-expression",
    message: `\`${text}\` is not a runtime expression: ${expression}.`,
    fix: "Write one such as `$response.body#/id`, `$inputs.name` or `$steps.create.outputs.id`. Inside a text, put it into braces: `{$inputs.name}`.",
  });
  return undefined;
}
