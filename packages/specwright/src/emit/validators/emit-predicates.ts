import type { Schema } from "../../document/model/model.ts";
import { createContentNames } from "../shared/bodies/content-names.ts";
import { createInnerFunctions, type ValidatorContext } from "./definitions/context.ts";
import { createDefinitions } from "./definitions/definitions.ts";
import { createDefinitionNames } from "./definitions/names.ts";
import { viewPredicates } from "./predicate/predicates-module.ts";

/** The code of `validators/predicates.js` for some schemas, and the name of each one's function. */
export interface Predicates {
  /** Statements that use `json`, the functions of the runtime, and declare the functions. */
  readonly code: string;
  /** By the names of the schemas. A name is an identifier. */
  readonly functions: ReadonlyMap<string, string>;
}

/**
 * Prints the exact predicates of schemas without the rest of the validators, so that they run where Zod is not installed.
 * Formats are asserted. The schemas are those of one direction.
 *
 * @param roots the schemas by names for this call
 * @param writePattern the expression for a regular expression, given its literal
 */
export function emitPredicates(
  roots: ReadonlyMap<string, Schema>,
  writePattern: (literal: string) => string = (literal) => literal,
): Predicates {
  const definitions = createDefinitions(roots, new Map());
  definitions.close();
  const names = createDefinitionNames(definitions);
  const context: ValidatorContext = {
    definitions,
    names,
    assertsFormats: true,
    isMini: false,
    hasDirections: true,
    isConverted: () => false,
    constants: createContentNames(),
    evaluators: { code: new Map(), schemas: new Map() },
    refuseKeeping: () => {},
    inner: createInnerFunctions(),
    texts: undefined,
  };
  const { functions, constants, evaluators, inner } = viewPredicates(context);
  const lines = constants.map(({ name, expression }) => {
    // The other constants are sets.
    const value = expression.startsWith("/") ? writePattern(expression) : expression;
    return `const ${name} = ${value};`;
  });
  const named = [...definitions.components].map(
    ([name, definition]) => [name, names.findPredicate(definition)] as const,
  );
  return {
    code: [...lines, ...functions, ...evaluators, ...inner].join("\n"),
    functions: new Map(named),
  };
}
