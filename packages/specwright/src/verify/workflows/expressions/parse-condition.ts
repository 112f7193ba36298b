import type { Expression } from "./expression.ts";
import { isExpression, parseExpression } from "./parse-expression.ts";

/** The operators of comparisons. */
export type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=";

/** A condition of the type `simple`, parsed. */
export type Condition =
  | { readonly kind: "literal"; readonly value: unknown }
  | { readonly kind: "expression"; readonly expression: Expression }
  | { readonly kind: "not"; readonly of: Condition }
  | {
      readonly kind: "compare";
      readonly operator: Comparison;
      readonly left: Condition;
      readonly right: Condition;
    }
  | { readonly kind: "and" | "or"; readonly left: Condition; readonly right: Condition };

type Token =
  | { readonly kind: "operator"; readonly text: string }
  | { readonly kind: "operand"; readonly condition: Condition };

/** More than a person writes. It keeps the stack small. */
const maximumTokens = 1000;

/**
 * Parses a condition of literals, operators and expressions. `!` binds tightest, then comparisons, `&&`, and `||`.
 *
 * @returns a sentence that says what is wrong, when it is not a condition
 */
export function parseCondition(text: string): Condition | string {
  const read = tokenize(text);
  if (typeof read === "string") {
    return read;
  }
  const tokens: readonly Token[] = read;
  let at = 0;
  const takeOperator = (...operators: readonly string[]): string | undefined => {
    const token = tokens[at];
    if (token?.kind !== "operator" || !operators.includes(token.text)) {
      return undefined;
    }
    at += 1;
    return token.text;
  };
  const parsed = parseOr();
  return typeof parsed === "string" || at === tokens.length
    ? parsed
    : `it goes on behind its end, at ${describeToken(tokens[at])}`;

  function parseOr(): Condition | string {
    return parseSequence(parseAnd, "||", "or");
  }

  function parseAnd(): Condition | string {
    return parseSequence(parseComparison, "&&", "and");
  }

  function parseSequence(
    parseOne: () => Condition | string,
    operator: string,
    kind: "and" | "or",
  ): Condition | string {
    let left = parseOne();
    while (typeof left !== "string" && takeOperator(operator) !== undefined) {
      const right = parseOne();
      left = typeof right === "string" ? right : { kind, left, right };
    }
    return left;
  }

  function parseComparison(): Condition | string {
    const left = parseOperand();
    // The cast is right because only these operators are taken.
    const operator = takeOperator("==", "!=", "<=", ">=", "<", ">") as Comparison | undefined;
    if (typeof left === "string" || operator === undefined) {
      return left;
    }
    const right = parseOperand();
    return typeof right === "string" ? right : { kind: "compare", operator, left, right };
  }

  function parseOperand(): Condition | string {
    if (takeOperator("!") !== undefined) {
      const of = parseOperand();
      return typeof of === "string" ? of : { kind: "not", of };
    }
    if (takeOperator("(") !== undefined) {
      const inner = parseOr();
      return typeof inner === "string" || takeOperator(")") !== undefined
        ? inner
        : "a `)` is missing";
    }
    const token = tokens[at];
    if (token?.kind !== "operand") {
      return `a value is expected at ${describeToken(token)}`;
    }
    at += 1;
    return token.condition;
  }
}

function describeToken(token: Token | undefined): string {
  return token === undefined
    ? "its end"
    : token.kind === "operator"
      ? `\`${token.text}\``
      : "the next value";
}

/** A token each: an operator, a text, a number, a word, an expression, or one in braces. */
const pattern =
  /\s*(?:(<=|>=|==|!=|&&|\|\||[!<>()])|'((?:[^']|'')*)'|"([^"]*)"|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])|(true|false|null)(?![\w$])|\{(\$[^{}]+)\}|(\$(?:\[(?:'[^']*'|"[^"]*"|\d+)\]|[^\s()<>=!&|[\]])+))\s*/y;

function tokenize(text: string): readonly Token[] | string {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < text.length) {
    const start = pattern.lastIndex;
    const match = pattern.exec(text);
    if (match === null) {
      return `it cannot be read from \`${text.slice(start, start + 40).trim()}\` on`;
    }
    const token = readToken(match);
    if (typeof token === "string") {
      return token;
    }
    tokens.push(token);
  }
  return tokens.length > maximumTokens ? `it has more than ${maximumTokens} parts` : tokens;
}

function readToken(match: RegExpExecArray): Token | string {
  const [, operator, single, double, number, word, embedded, plain] = match;
  if (operator !== undefined) {
    return { kind: "operator", text: operator };
  }
  const text = single?.replaceAll("''", "'") ?? double;
  if (text !== undefined) {
    return { kind: "operand", condition: { kind: "literal", value: text } };
  }
  const json = number ?? word;
  if (json !== undefined) {
    return { kind: "operand", condition: { kind: "literal", value: JSON.parse(json) } };
  }
  const written = embedded ?? plain ?? "";
  const expression = isExpression(written)
    ? parseExpression(written)
    : "the specification has no such expression";
  return typeof expression === "string"
    ? `\`${written}\` is not a runtime expression: ${expression}`
    : { kind: "operand", condition: { kind: "expression", expression } };
}

/** The expressions of a condition, from the left. */
export function listConditionExpressions(condition: Condition): readonly Expression[] {
  switch (condition.kind) {
    case "literal":
      return [];
    case "expression":
      return [condition.expression];
    case "not":
      return listConditionExpressions(condition.of);
    case "compare":
    case "and":
    case "or":
      return [condition.left, condition.right].flatMap(listConditionExpressions);
    default:
      return condition satisfies never;
  }
}
