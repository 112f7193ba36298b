import type { Operation, Parameter } from "../../model/model.ts";
import { namesInPath } from "../../model/path-key.ts";

/** A parameter, and where its value stands in the input of an operation. */
export interface PlacedParameter {
  readonly parameter: Parameter;
  /** The value stands below its location, such as `input.header["X-Trace"]`; otherwise it is `input.<name>`. */
  readonly grouped: boolean;
}

/** Header parameters that a document cannot describe (OpenAPI 3.1, section 4.8.12.2). */
const ignoredHeaders: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

/** The members that an input has of itself. Parameters never take these names, whether or not this input has them. */
const ownMembers: ReadonlySet<string> = new Set([
  "body",
  "contentType",
  "path",
  "query",
  "querystring",
  "header",
  "cookie",
]);

/**
 * Places the parameters of an operation in its input. Path and query parameters are flat, headers stand below `header`,
 * cookies below `cookie`. The place of a parameter depends on its own name and location and on the path template, never
 * on other parameters: adding one leaves every existing call as it is (ADR 37).
 */
export function layOutInput(operation: Operation): readonly PlacedParameter[] {
  const parameters = operation.parameters.map(({ value }) => value);
  const inPath = new Set(namesInPath(operation.path, parameters));
  return parameters
    .filter((value) => value.in !== "header" || !ignoredHeaders.has(value.name.toLowerCase()))
    .map((parameter) => ({ parameter, grouped: isGrouped(parameter, inPath) }));
}

function isGrouped({ name, in: location }: Parameter, inPath: ReadonlySet<string>): boolean {
  switch (location) {
    case "path":
      // A parameter that the template does not have could share its name with one of the query.
      return ownMembers.has(name) || !inPath.has(name);
    case "query":
    case "querystring":
      return ownMembers.has(name) || inPath.has(name);
    case "header":
    case "cookie":
      return true;
  }
}

/** Returns whether the input chooses among several media types of the body. */
export function choosesContentType({ requestBody }: Operation): boolean {
  return (requestBody?.value.content.length ?? 0) > 1;
}

/** The header parameter that makes repeating a call harmless, when the operation declares it (draft-ietf-httpapi-idempotency-key-header). */
export function findIdempotencyKey(parameters: readonly PlacedParameter[]): Parameter | undefined {
  return parameters.find(
    ({ parameter }) =>
      parameter.in === "header" && parameter.name.toLowerCase() === "idempotency-key",
  )?.parameter;
}
