import { buildImpliedParameters } from "../../model/build/operations/implied-parameters.ts";
import type { Parameter, Use } from "../../model/model.ts";

/**
 * Adds a parameter of type string for each name in a path template without a parameter, in the order of the path. For
 * the option `generatePathParams`.
 */
export function withImpliedParameters(
  uses: readonly Use<Parameter>[],
  path: string,
): readonly Use<Parameter>[] {
  // Braces are matched in the same way as by openapi-typescript.
  const names = new Set([...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name));
  return [...uses, ...buildImpliedParameters(names, uses, { file: "", pointer: "" })];
}
