import type { Operation, Parameter } from "../../../document/model/model.ts";
import { buildSentPath } from "../../../document/model/path-key.ts";
import { mayBe } from "../../shared/parameters/may-be.ts";
import { findIdempotencyKey, type PlacedParameter } from "../input-layout.ts";

/**
 * The encoders for the parts of an operation's requests: names of members of the runtime's `RequestEncoders`, each with
 * the name of a runtime function. When all values of a part are single texts, numbers or booleans in the usual style, a
 * smaller function is enough.
 */
export function listRequestEncoders(
  operation: Operation,
  parameters: readonly PlacedParameter[],
): readonly (readonly [string, string])[] {
  const path = buildSentPath(operation);
  const selectEncodedAt = (...locations: readonly Parameter["in"][]): readonly Parameter[] =>
    parameters
      .map(({ parameter }) => parameter)
      .filter((parameter) => locations.includes(parameter.in));
  const inQuery = selectEncodedAt("query", "querystring");
  const found: (readonly [string, string])[] = [];
  if (path.includes("{")) {
    found.push([
      "path",
      arePrimitive(selectEncodedAt("path")) ? "encodePrimitivePath" : "encodePath",
    ]);
  }
  if (inQuery.length > 0) {
    found.push([
      "query",
      arePrimitive(inQuery) ? "encodePrimitiveQuery" : nameQueryEncoder(inQuery),
    ]);
  }
  if (selectEncodedAt("header").length > 0) {
    found.push([
      "header",
      arePrimitive(selectEncodedAt("header")) ? "encodePrimitiveHeaders" : "encodeHeaders",
    ]);
  }
  if (selectEncodedAt("cookie").length > 0) {
    found.push(["cookie", "encodeCookies"]);
  }
  if (findIdempotencyKey(parameters) !== undefined) {
    found.push(["key", "randomKey"]);
  }
  if (/[?#]/.test(path)) {
    found.push(["target", "joinQuery"]);
  }
  if ((operation.requestBody?.value.content.length ?? 0) > 0) {
    found.push(["body", "encodeBody"]);
  }
  return found;
}

/** The name of the runtime's encoder for parameters in the query. */
export function nameQueryEncoder(parameters: readonly Parameter[]): string {
  return parameters.some(({ arrayFormat = "repeat" }) => arrayFormat !== "repeat")
    ? "encodeBracketQuery"
    : "encodeQuery";
}

function arePrimitive(parameters: readonly Parameter[]): boolean {
  return parameters.every(
    ({ in: location, style, schema, contentType, allowReserved }) =>
      contentType === undefined &&
      !allowReserved &&
      style === (location === "query" ? "form" : "simple") &&
      !mayBe(schema, "array") &&
      !mayBe(schema, "object"),
  );
}
