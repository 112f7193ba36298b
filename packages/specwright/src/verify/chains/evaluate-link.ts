import { type CallbackSource, evaluateRuntimeExpression } from "@specwright/runtime/v1/callbacks";
import type { Link, Operation, Parameter } from "../../document/model/model.ts";
import { chooseMediaType } from "../../emit/shared/bodies/media-kind.ts";
import { isObject } from "../../json-object.ts";
import type { Given } from "../cases/make-input.ts";

/**
 * The parameters and the body that a link gives to its operation. A parameter without a value in the call is left out
 * (OpenAPI 3.1, section 4.8.20).
 *
 * @returns a sentence when the request cannot be made: the reason
 */
export function evaluateLink(
  { parameters, requestBody }: Link,
  operation: Operation,
  source: CallbackSource,
): Given | string {
  const values = new Map<Parameter, unknown>();
  for (const [name, written] of parameters) {
    const parameter = findParameter(name, operation);
    if (parameter === undefined) {
      return `the operation that it leads to has no parameter \`${name}\``;
    }
    const value = evaluate(written, source);
    if (value !== undefined) {
      values.set(parameter, value);
    } else if (parameter.required) {
      return `the response had no value for the parameter \`${name}\`, which is \`${String(written)}\``;
    }
  }
  const mediaType = chooseMediaType(operation.requestBody?.value.content ?? []);
  if (requestBody === undefined || mediaType === undefined) {
    return { parameters: values };
  }
  return { parameters: values, body: { mediaType, value: evaluate(requestBody.value, source) } };
}

/** The parameter that a link names: `id`, or `path.id` when parameters at several locations have this name. */
function findParameter(name: string, { parameters }: Operation): Parameter | undefined {
  const all = parameters.map(({ value }) => value);
  return (
    all.find((parameter) => `${parameter.in}.${parameter.name}` === name) ??
    all.find((parameter) => parameter.name === name)
  );
}

/** The value of an expression, of a string that contains expressions in braces, or of a constant that contains such texts. */
function evaluate(written: unknown, source: CallbackSource): unknown {
  if (typeof written === "string") {
    return written.startsWith("$")
      ? evaluateRuntimeExpression(written, source)
      : written.replace(/\{(\$[^{}]+)\}/g, (_, expression: string) =>
          String(evaluateRuntimeExpression(expression, source) ?? ""),
        );
  }
  if (Array.isArray(written)) {
    return written.map((item) => evaluate(item, source));
  }
  return isObject(written)
    ? Object.fromEntries(
        Object.entries(written).map(([key, value]) => [key, evaluate(value, source)]),
      )
    : written;
}
