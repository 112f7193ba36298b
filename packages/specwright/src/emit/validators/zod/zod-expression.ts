import { callExpression, deeper } from "../../print/layout.ts";
import type { Place } from "../definitions/context.ts";

/** The place at which an expression of Zod is printed. */
export interface ZodPlace extends Place {
  /** The indentation of the line that the expression starts on. */
  readonly indent: string;
  /** The qualifier of the constants of components: empty in their own module. */
  readonly qualifier: string;
}

/** The place one level deeper, for the arguments of `callExpression` and its like. */
export function inner(place: ZodPlace): ZodPlace {
  return { ...place, indent: deeper(place.indent) };
}

/** `z.optional` or `z.nullable` of an expression, as a method where that does not touch a constant. */
export function wrap(method: "optional" | "nullable", code: string): string {
  return isConstant(code) ? `z.${method}(${code})` : `${code}.${method}()`;
}

/** Returns whether an expression is the constant of a definition: everything else is a call. */
export function isConstant(code: string): boolean {
  return !code.endsWith(")");
}

/** An expression with checks behind it. */
export function withChecks(code: string, checks: readonly string[], indent: string): string {
  return checks.length === 0 ? code : code + callExpression(".check", checks, indent);
}
