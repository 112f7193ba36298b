import type { RequestParameter } from "../../../applications/execution/execution-types.ts";
import type { Schemas } from "../../../base/api-types.ts";
import { PlatformError } from "../../../base/errors.ts";

/**
 * Reads headers and query parameters of a request. A parameter's place may be in its `in` or its `type`.
 *
 * @param place their place in the request, such as `body.parameters`
 * @throws PlatformError `Validation_Failed` with a line for each parameter whose `in` and `type` differ
 */
export function readRequestParameters(
  given: readonly Schemas["ToolRequestParameter"][],
  place: string,
): readonly RequestParameter[] {
  const errors = given.flatMap(({ in: location, type }, index) =>
    location === undefined || type === undefined || location === type
      ? []
      : [`${place}[${index}].type: must be the same as in: type is the older name of in`],
  );
  if (errors.length > 0) {
    throw new PlatformError("Validation_Failed", { errors });
  }
  return given.map(({ name, value, in: location, type }) => ({
    name,
    value,
    // The document requires one of the two.
    type: location ?? type ?? "header",
  }));
}
