import type { Location, Parameter, Use } from "../../model.ts";

/**
 * Makes a path parameter of type string for each name in the path that has no parameter.
 *
 * @param location The place of the operation that lacks them.
 */
export function buildImpliedParameters(
  names: Iterable<string>,
  uses: readonly Use<Parameter>[],
  location: Location,
): readonly Use<Parameter>[] {
  const declared = new Set(
    uses.filter(({ value }) => value.in === "path").map(({ value }) => value.name),
  );
  return [...names]
    .filter((name) => !declared.has(name))
    .map((name) => ({ value: buildImpliedParameter(name, location) }));
}

function buildImpliedParameter(name: string, location: Location): Parameter {
  return {
    location,
    name,
    in: "path",
    required: true,
    deprecated: false,
    style: "simple",
    explode: false,
    allowReserved: false,
    allowEmptyValue: false,
    schema: { location, types: ["string"] },
    extensions: new Map(),
    examples: new Map(),
  };
}
