import { type CallbackSource, evaluateRuntimeExpression } from "./runtime-expression.ts";

/**
 * The URL of a callback, from its runtime expression (OpenAPI 3.1, section 4.8.20.4), such as `{$request.body#/url}` or
 * `https://example.com/{$request.path.id}`. A value at the beginning of the expression is used as it is, because it is
 * a URL. All other values are percent-encoded.
 *
 * The caller chose this URL. Before you send to it, check that it leads to a host that you allow.
 *
 * @throws TypeError when the call does not have a value that the expression names
 */
export function callbackUrl(expression: string, source: CallbackSource): string {
  const template = expression.startsWith("$") ? `{${expression}}` : expression;
  return template.replace(/\{([^{}]+)\}/g, (_, inner: string, offset: number) => {
    const text = evaluate(inner, source);
    return offset === 0 ? text : encodeURIComponent(text);
  });
}

function evaluate(expression: string, source: CallbackSource): string {
  const value = evaluateRuntimeExpression(expression, source);
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") {
    throw new TypeError(`The call has no value for ${expression}.`);
  }
  return String(value);
}
