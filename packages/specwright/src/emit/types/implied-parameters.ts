import type { Parameter, Use } from "../../model/model.ts";

/**
 * The parameters with one more of type string for each name in a path template that none of them has, in the order of
 * the path: what `generatePathParams` asks for.
 */
export function withImpliedParameters(
  uses: readonly Use<Parameter>[],
  path: string,
): readonly Use<Parameter>[] {
  const declared = new Set(
    uses.filter(({ value }) => value.in === "path").map(({ value }) => value.name),
  );
  const implied = new Set(
    [...path.matchAll(/\{([^}]+)\}/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !declared.has(name)),
  );
  return [...uses, ...[...implied].map((name) => ({ value: impliedParameter(name) }))];
}

function impliedParameter(name: string): Parameter {
  const location = { file: "", pointer: "" };
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
  };
}
