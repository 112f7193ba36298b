import { isFormat } from "@specwright/runtime/v1/values";
import type { Environment } from "../../../document/model/facts/dynamic-scope/environment.ts";
import type { Schema } from "../../../document/model/model.ts";
import { findFirstFree } from "../../../first-free.ts";
import type { ContentNames } from "../../shared/bodies/content-names.ts";
import { escapeRegExp } from "../../shared/escape/regexp.ts";
import { printLiteral } from "../../shared/print/literal.ts";
import type { Definition, Definitions } from "./definitions.ts";
import type { DefinitionTexts } from "./kept-definitions.ts";
import type { DefinitionNames } from "./names.ts";

/** The data for printing one definition: facts about others, and the module to which it adds constants and functions. */
export interface PrintContext {
  readonly definitions: Pick<Definitions, "share" | "resolve" | "enter">;
  readonly names: Pick<DefinitionNames, "findConstant" | "findPredicate">;
  readonly assertsFormats: boolean;
  /** True for expressions of Zod Mini. */
  readonly isMini: boolean;
  /**
   * Constants at the top level of `predicates.js`. Patterns are named after the place of their first use, and sets of
   * values after their values, if these are short.
   */
  readonly constants: Pick<ContentNames, "name">;
  /** Functions of `predicates.js` for parts of values. */
  readonly inner: Pick<InnerFunctions, "name">;
  /**
   * Functions of `predicates.js` that return whether a property or an item has been evaluated. Several texts share them,
   * so a text that needs one is not kept.
   */
  readonly evaluators: Evaluators;
  /** Called when the text that is being printed must be printed again in every run. */
  readonly refuseKeeping: () => void;
}

/** Functions that return whether a property or an item has been evaluated. */
export interface Evaluators {
  /** From name to code. */
  readonly code: Map<string, string>;
  /** The schemas for which these functions exist, numbered within each definition. */
  readonly schemas: Map<Definition, Map<Schema, number>>;
}

/** Facts about the whole document that are needed for printing validators. */
export interface ValidatorContext extends PrintContext {
  readonly definitions: Definitions;
  readonly names: DefinitionNames;
  /** True when the emitted types also have separate variants for requests and responses. */
  readonly hasDirections: boolean;
  /** Returns whether programs see values of a schema converted. Its validator judges what is sent, so it has no type. */
  readonly isConverted: (schema: Schema) => boolean;
  readonly constants: ContentNames;
  readonly inner: InnerFunctions;
  /** The texts of definitions that are kept between runs. Undefined in a command that runs once. */
  readonly texts: ReadonlyMap<Definition, DefinitionTexts> | undefined;
}

/** Functions for parts of values. Each is named after the part for which it was first printed. */
export interface InnerFunctions {
  /** The name of the function with this code. The code does not contain the name yet. */
  readonly name: (wanted: string, code: string) => string;
  readonly all: () => string[];
}

/** Starts without functions and sets. */
export function createInnerFunctions(): InnerFunctions {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const last = new Map<string, number>();
  return {
    name: (wanted, code) => {
      const known = names.get(code);
      if (known !== undefined) {
        return known;
      }
      const name = findFirstFree(wanted, (candidate) => taken.has(candidate), {
        separator: "_",
        last,
      });
      taken.add(name);
      names.set(code, name);
      return name;
    },
    all: () => [...names].map(([code, name]) => code.replace("function ", `function ${name}`)),
  };
}

/** The place at which a schema is printed. */
export interface Place {
  readonly context: PrintContext;
  readonly definition: Definition;
  /** The dynamic scope inside of the schema. */
  readonly environment: Environment;
}

/**
 * The constant of `predicates.js` that holds a pattern. Undefined when the pattern is not valid in ECMA-262.
 *
 * @param place words for the place that needs it
 */
export function namePatternConstant(
  context: PrintContext,
  pattern: string,
  place: readonly string[],
): string | undefined {
  const expression = escapeRegExp(pattern);
  return expression === undefined
    ? undefined
    : context.constants.name(expression, "pattern", place);
}

/** The constant of `predicates.js` that holds a set of scalars. */
export function setConstant(
  context: PrintContext,
  values: readonly unknown[],
  place: readonly string[],
): string {
  const expression = `new Set(${printLiteral(values)})`;
  return context.constants.name(expression, "values", values.map(String), place);
}

/** Returns whether a format of strings is asserted; see `numberFormatOf` for numbers. */
export function isAsserted(context: Pick<PrintContext, "assertsFormats">, format: string): boolean {
  return context.assertsFormats && isFormat(format);
}
