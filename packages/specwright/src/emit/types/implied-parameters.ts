import { impliedParameters } from "../../model/build/operations/implied-parameters.ts";
import type { Parameter, Use } from "../../model/model.ts";

/**
 * The parameters with one more of type string for each name in a path template that none of them has, in the order of
 * the path: what `generatePathParams` asks for.
 */
export function withImpliedParameters(
  uses: readonly Use<Parameter>[],
  path: string,
): readonly Use<Parameter>[] {
  // Braces count here as they do for openapi-typescript.
  const names = new Set([...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name));
  return [...uses, ...impliedParameters(names, uses, { file: "", pointer: "" })];
}
