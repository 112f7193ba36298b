import { indentDeeper, printCall } from "../../print/layout.ts";
import type { Place } from "../definitions/context.ts";

/** The place at which an expression of Zod is printed. */
export interface ZodPlace extends Place {
  /** The indentation of the line on which the expression starts. */
  readonly indent: string;
  /** The qualifier before the constants of components. Empty in their own module. */
  readonly qualifier: string;
}

/** The place one level deeper, for the arguments of `printCall` and similar functions. */
export function placeInside(place: ZodPlace): ZodPlace {
  return { ...place, indent: indentDeeper(place.indent) };
}

/**
 * Makes an expression optional or nullable: `code.optional()`, or `z.optional(code)` for a constant, which may not be
 * initialized yet.
 */
export function wrap(method: "optional" | "nullable", code: string): string {
  return isConstant(code) ? `z.${method}(${code})` : `${code}.${method}()`;
}

/** Returns whether an expression is the constant of a definition. Every other expression is a call. */
export function isConstant(code: string): boolean {
  return !code.endsWith(")");
}

/** An expression with checks behind it. */
export function withChecks(code: string, checks: readonly string[], indent: string): string {
  return checks.length === 0 ? code : code + printCall(".check", checks, indent);
}
