import { indentDeeper, printCall } from "../../shared/print/layout.ts";
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
 * Makes an expression optional or nullable: `code.optional()`, or `z.optional(code)` for Zod Mini and for a constant,
 * which may not be initialized yet.
 */
export function wrap(
  method: "optional" | "nullable",
  code: string,
  { context }: Pick<Place, "context">,
): string {
  return context.isMini || isConstant(code) ? `z.${method}(${code})` : `${code}.${method}()`;
}

/** A check behind a schema: as a call of one of Zod's methods, and as an argument of Zod Mini's `check`. */
export interface OwnCheck {
  readonly method: string;
  readonly mini: string;
}

/** A check that Zod has itself, such as `.min(1)`, which is `z.minLength(1)` in Zod Mini. */
export function printOwnCheck(method: string, mini: string, value: number | string): OwnCheck {
  return { method: `.${method}(${value})`, mini: `z.${mini}(${value})` };
}

/** An expression with Zod's own checks behind it, and then others. */
export function withOwnChecks(
  code: string,
  own: readonly OwnCheck[],
  checks: readonly string[],
  place: ZodPlace,
): string {
  return place.context.isMini
    ? withChecks(code, [...own.map(({ mini }) => mini), ...checks], place.indent)
    : withChecks([code, ...own.map(({ method }) => method)].join(""), checks, place.indent);
}

/**
 * An expression on which a method is called: `code.extend(argument)`, or `z.extend(code, argument)` for Zod Mini.
 *
 * @param print prints a call with its arguments
 */
export function printMethod(
  name: string,
  code: string,
  argument: string,
  { context }: Pick<Place, "context">,
  print: (start: string, args: readonly string[]) => string,
): string {
  return context.isMini
    ? print(`z.${name}`, [code, argument])
    : code + print(`.${name}`, [argument]);
}

/** Returns whether an expression is the constant of a definition. Every other expression is a call. */
export function isConstant(code: string): boolean {
  return !code.endsWith(")");
}

/** An expression with checks behind it. */
export function withChecks(code: string, checks: readonly string[], indent: string): string {
  return checks.length === 0 ? code : code + printCall(".check", checks, indent);
}
