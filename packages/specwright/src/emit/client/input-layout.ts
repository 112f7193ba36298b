import { groupBy } from "../../group-by.ts";
import type { Operation, Parameter } from "../../model/model.ts";

/** A parameter, and where its value stands in the input of an operation. */
export interface PlacedParameter {
  readonly parameter: Parameter;
  /** Below its location, because its name is not unique or taken by the input itself. */
  readonly grouped: boolean;
}

/** Header parameters that a document cannot describe (OpenAPI 3.1, section 4.8.12.2). */
const ignoredHeaders: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

/**
 * The parameters of an operation in its flat input. A name that several locations use, or that is `body`, goes below
 * its location (`path`, `query`, …), and so does a name that such a group takes.
 */
export function layOutInput(operation: Operation): readonly PlacedParameter[] {
  const parameters = operation.parameters
    .map(({ value }) => value)
    .filter((value) => value.in !== "header" || !ignoredHeaders.has(value.name.toLowerCase()));
  const taken = new Set(operation.requestBody === undefined ? [] : ["body"]);
  if (choosesContentType(operation)) {
    taken.add("contentType");
  }
  const byName = groupBy(parameters, ({ name }) => name);
  const groupedNames = new Set<string>();
  for (let before = -1; before !== groupedNames.size; ) {
    before = groupedNames.size;
    for (const [name, same] of byName) {
      if (same.length > 1 || taken.has(name)) {
        groupedNames.add(name);
        for (const { in: location } of same) {
          taken.add(location);
        }
      }
    }
  }
  return parameters.map((parameter) => ({
    parameter,
    grouped: groupedNames.has(parameter.name),
  }));
}

/** Whether the input says which of several media types the body is. */
export function choosesContentType({ requestBody }: Operation): boolean {
  return (requestBody?.value.content.length ?? 0) > 1;
}

/** The header parameter that makes repeating a call harmless, when the operation declares it (draft-ietf-httpapi-idempotency-key-header). */
export function idempotencyKeyOf(parameters: readonly PlacedParameter[]): Parameter | undefined {
  return parameters.find(
    ({ parameter }) =>
      parameter.in === "header" && parameter.name.toLowerCase() === "idempotency-key",
  )?.parameter;
}
