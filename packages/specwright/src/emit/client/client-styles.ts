import type { Model, Operation, Parameter } from "../../document/model/model.ts";
import { escapePropertyKey } from "../shared/escape/property-key.ts";
import { mayBe } from "../shared/parameters/may-be.ts";
import { printClientParameter } from "./source/operation-source.ts";
import { nameQueryEncoder } from "./source/request-encoders.ts";

/**
 * The parameters whose style differs from openapi-fetch's defaults, as an object literal by path and method. Undefined
 * when all have the defaults. A parameter with `content` is left out, because the caller writes its text, as its type
 * says. The whole query string is the exception.
 */
export function printClientStyles({ paths }: Model): string | undefined {
  const lines = paths.flatMap(({ path, operations }) => {
    const methods = operations.flatMap(listMethodStyles);
    return methods.length === 0
      ? []
      : [`  ${escapePropertyKey(path)}: {\n${methods.join("")}  },\n`];
  });
  return lines.length === 0 ? undefined : `{\n${lines.join("")}}`;
}

/** Names of the runtime's encoders, and of the functions that encode these parameters. */
export function chooseStyleEncoders({ paths }: Model): readonly (readonly [string, string])[] {
  const found = paths.flatMap(({ operations }) =>
    operations.flatMap(({ parameters }) => parameters.map(({ value }) => value).filter(differs)),
  );
  const used = new Set(found.map((parameter) => parameter.in));
  return [
    ...(used.has("path") ? [["path", "encodePath"] as const] : []),
    ...(used.has("query") || used.has("querystring")
      ? [["query", nameQueryEncoder(found)] as const]
      : []),
    ...(used.has("header") ? [["header", "encodeHeaders"] as const] : []),
    ...(used.has("cookie") ? [["cookie", "encodeCookies"] as const] : []),
  ];
}

function listMethodStyles(operation: Operation): string[] {
  const parameters = operation.parameters.map(({ value }) => value).filter(differs);
  const lines = parameters.map(
    (parameter) => `      ${printClientParameter(readAsText(parameter))},\n`,
  );
  const key = escapePropertyKey(operation.method.toUpperCase());
  return lines.length === 0 ? [] : [`    ${key}: [\n${lines.join("")}    ],\n`];
}

function differs(parameter: Parameter): boolean {
  const { schema, style, explode, contentType } = parameter;
  if (isSentAsJson(parameter)) {
    return true;
  }
  switch (parameter.in) {
    case "cookie":
      return true;
    case "path":
      return (
        contentType === undefined && (style !== "simple" || (explode && mayBe(schema, "object")))
      );
    case "header":
      return contentType === undefined && mayBe(schema, "object");
    case "query":
      return (
        contentType === undefined &&
        (parameter.allowReserved ||
          (parameter.arrayFormat ?? "repeat") !== "repeat" ||
          (mayBe(schema, "array") && !(style === "form" && explode)) ||
          (mayBe(schema, "object") && style !== "deepObject"))
      );
    case "querystring":
      return true;
  }
}

function readAsText(parameter: Parameter): Parameter {
  return parameter.contentType === undefined ||
    parameter.in === "querystring" ||
    isSentAsJson(parameter)
    ? parameter
    : { ...parameter, contentType: "text/plain" };
}

/**
 * Returns whether a parameter is JSON because of `jsonParameters`, not because of the document. The caller then passes
 * the value, not its text.
 */
function isSentAsJson({ contentType, content }: Parameter): boolean {
  return contentType !== undefined && content === undefined;
}
