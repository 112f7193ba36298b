import { isFormat } from "@specwright/runtime/v1/values";
import { firstFree } from "../../../first-free.ts";
import type { Kept, Unit } from "../../../kept.ts";
import type { Schema } from "../../../model/model.ts";
import type { ContentNames } from "../../bodies/content-names.ts";
import { escapeRegExp } from "../../escape/regexp.ts";
import { literal } from "../../print/literal.ts";
import type { Definition, Definitions } from "./definitions.ts";
import type { Environment } from "./environment.ts";
import type { DefinitionNames } from "./names.ts";

/** The facts about the whole document that printing validators needs. */
export interface ValidatorContext {
  readonly definitions: Definitions;
  readonly names: DefinitionNames;
  readonly assertsFormats: boolean;
  /** True when the emitted types have a variant for each direction, too. */
  readonly hasDirections: boolean;
  /** Constants at the top of `predicates.js`, named by their expression: patterns and sets of values. */
  readonly constants: ContentNames;
  /** Functions of `predicates.js` that return whether a property or an item has been evaluated: name to code. */
  readonly evaluators: Map<string, string>;
  /** The schemas that these functions are about, numbered in each definition. */
  readonly evaluated: Map<Definition, Map<Schema, number>>;
  /** Functions of `predicates.js` for parts of values. */
  readonly inner: InnerFunctions;
  /** The printed text of earlier runs; undefined in a command that runs once. */
  readonly kept: Kept | undefined;
  /** The requests of the current unit to the modules, when they are to be kept with its text. */
  asked: Asked[] | undefined;
  /** The units of definitions, computed when first needed. */
  readonly units: Map<Definition, Unit | undefined>;
  /** The parts of definitions that others read, likewise. */
  readonly faces: Map<Definition, object>;
}

/**
 * Asks again for something that a kept text has the name of, such as the constant of a pattern: the modules have to hold it.
 * False when it has another name now.
 */
export type Asked = (context: ValidatorContext) => boolean;

/** Functions that are named after the part that they were first written for. */
export interface InnerFunctions {
  /** The name of the function with this code, which has no name in it yet. */
  readonly name: (wanted: string, code: string) => string;
  readonly all: () => string[];
}

/** Starts without any. */
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
      const name = firstFree(wanted, (candidate) => taken.has(candidate), {
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

/** The constant of `predicates.js` that holds a pattern; undefined when the pattern is not one of ECMA-262. */
export function patternConstant(context: ValidatorContext, pattern: string): string | undefined {
  const expression = escapeRegExp(pattern);
  return expression === undefined ? undefined : constant(context, expression, "pattern", [pattern]);
}

/** The constant of `predicates.js` that holds a set of scalars. */
export function setConstant(context: ValidatorContext, values: readonly unknown[]): string {
  return constant(context, `new Set(${literal(values)})`, "values", values.map(String));
}

function constant(
  context: ValidatorContext,
  expression: string,
  stem: string,
  words: readonly string[],
): string {
  const name = context.constants.name(expression, stem, words);
  context.asked?.push(({ constants }) => constants.name(expression, stem, words) === name);
  return name;
}

/** Returns whether a format of strings is asserted; see `numberFormatOf` for numbers. */
export function isAsserted(context: ValidatorContext, format: string): boolean {
  return context.assertsFormats && isFormat(format);
}
