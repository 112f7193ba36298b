import { isFormat } from "@specwright/runtime/v1/values";
import { findFirstFree } from "../../../first-free.ts";
import type { Kept, Unit } from "../../../kept.ts";
import type { Schema } from "../../../model/model.ts";
import type { ContentNames } from "../../bodies/content-names.ts";
import { escapeRegExp } from "../../escape/regexp.ts";
import { printLiteral } from "../../print/literal.ts";
import type { Definition, Definitions } from "./definitions.ts";
import type { Environment } from "./environment.ts";
import type { DefinitionNames } from "./names.ts";

/** Facts about the whole document that are needed for printing validators. */
export interface ValidatorContext {
  readonly definitions: Definitions;
  readonly names: DefinitionNames;
  readonly assertsFormats: boolean;
  /** True when the emitted types also have separate variants for requests and responses. */
  readonly hasDirections: boolean;
  /**
   * Constants at the top level of `predicates.js`, such as patterns and sets of values. Each is named after its
   * expression, or after the place of its first use.
   */
  readonly constants: ContentNames;
  /** Functions of `predicates.js` that return whether a property or an item has been evaluated: from name to code. */
  readonly evaluators: Map<string, string>;
  /** The schemas for which these functions exist, numbered within each definition. */
  readonly evaluated: Map<Definition, Map<Schema, number>>;
  /** Functions of `predicates.js` for parts of values. */
  readonly inner: InnerFunctions;
  /** The text printed by earlier runs. Undefined in a command that runs once. */
  readonly kept: Kept | undefined;
  /** The schema of an earlier run that says the same: see `Contents`. Without one, the schema itself. */
  readonly represent: (schema: Schema) => Schema;
  /** The requests that printing the current text makes to other modules. Undefined when the text is not kept. */
  asked: Asked[] | undefined;
  /** The units of definitions, computed when first needed. */
  readonly units: Map<Definition, Unit | undefined>;
  /** The facts of a definition that other definitions read, computed when first needed. */
  readonly faces: Map<Definition, object>;
}

/**
 * Repeats a request of a kept text, for example for the constant of a pattern, so that its module declares the constant
 * again. Returns false when the constant has another name now.
 */
export type Asked = (context: ValidatorContext) => boolean;

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
  readonly context: ValidatorContext;
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
  context: ValidatorContext,
  pattern: string,
  place: readonly string[],
): string | undefined {
  const expression = escapeRegExp(pattern);
  return expression === undefined
    ? undefined
    : nameConstant(context, expression, "pattern", [pattern], place);
}

/** The constant of `predicates.js` that holds a set of scalars. */
export function setConstant(
  context: ValidatorContext,
  values: readonly unknown[],
  place: readonly string[],
): string {
  const expression = `new Set(${printLiteral(values)})`;
  return nameConstant(context, expression, "values", values.map(String), place);
}

function nameConstant(
  context: ValidatorContext,
  expression: string,
  stem: string,
  words: readonly string[],
  place: readonly string[],
): string {
  const name = context.constants.name(expression, stem, words, place);
  context.asked?.push(({ constants }) => constants.name(expression, stem, words, place) === name);
  return name;
}

/** Returns whether a format of strings is asserted; see `numberFormatOf` for numbers. */
export function isAsserted(context: ValidatorContext, format: string): boolean {
  return context.assertsFormats && isFormat(format);
}
