import type { Operation, Parameter } from "../../document/model/model.ts";
import { listNamesInPath } from "../../document/model/path-key.ts";

/** A parameter, and the place of its value in the input of an operation. */
export interface PlacedParameter {
  readonly parameter: Parameter;
  /**
   * True when the value is inside an object named after the location, such as `input.header["X-Trace"]`. Otherwise it
   * is `input.<name>`.
   */
  readonly grouped: boolean;
}

/**
 * The members that an input has in addition to parameters. Parameters never take these names, even if this input does
 * not have the member.
 */
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
 * Places the parameters of an operation in its input. Path and query parameters are direct members, headers are inside
 * `header`, and cookies inside `cookie`. The place of a parameter depends only on its own name and location and on the
 * path template. Adding a parameter therefore never changes existing calls (ADR 37).
 */
export function layOutInput(operation: Operation): readonly PlacedParameter[] {
  const parameters = operation.parameters.map(({ value }) => value);
  const inPath = new Set(listNamesInPath(operation.path, parameters));
  return parameters.map((parameter) => ({ parameter, grouped: isGrouped(parameter, inPath) }));
}

function isGrouped({ name, in: location }: Parameter, inPath: ReadonlySet<string>): boolean {
  switch (location) {
    case "path":
      // A path parameter that is not in the template could have the same name as a query parameter.
      return ownMembers.has(name) || !inPath.has(name);
    case "query":
    case "querystring":
      return ownMembers.has(name) || inPath.has(name);
    case "header":
    case "cookie":
      return true;
  }
}

/**
 * Returns whether a parameter is a direct member of inputs. For a query parameter, the path must not have a parameter of
 * the same name.
 */
export function isDirectMember(parameter: { readonly name: string; readonly in: string }): boolean {
  const { name, in: location } = parameter;
  return (location === "path" || location === "query") && !ownMembers.has(name);
}

/** Returns whether the input chooses among several media types of the body. */
export function choosesContentType({ requestBody }: Operation): boolean {
  return (requestBody?.value.content.length ?? 0) > 1;
}

/**
 * The header parameter that makes it safe to repeat a call, when the operation declares one
 * (draft-ietf-httpapi-idempotency-key-header).
 */
export function findIdempotencyKey(parameters: readonly PlacedParameter[]): Parameter | undefined {
  return parameters.find(
    ({ parameter }) =>
      parameter.in === "header" && parameter.name.toLowerCase() === "idempotency-key",
  )?.parameter;
}

/** Returns whether an operation can be called without any input. An idempotency key is never required. */
export function isInputOptional({
  operation: { requestBody },
  parameters,
}: {
  readonly operation: Operation;
  readonly parameters: readonly PlacedParameter[];
}): boolean {
  const key = findIdempotencyKey(parameters);
  const { content, required } = requestBody?.value ?? { content: [], required: false };
  return (
    parameters.every(({ parameter }) => parameter === key || !parameter.required) &&
    !(required && content.length > 0)
  );
}
