import type { PrintContext, ValidatorContext } from "../definitions/context.ts";
import type { Definition } from "../definitions/definitions.ts";
import { keepDefinition } from "../definitions/kept-definitions.ts";
import { testSchema } from "./predicate.ts";
import { joinAll, printFunction } from "./test-expression.ts";

/** The data for the template of `predicates.js`: code, and the constants that it uses. */
interface PredicatesView extends Readonly<Record<string, unknown>> {
  readonly functions: readonly string[];
  readonly constants: readonly { readonly name: string; readonly expression: string }[];
  readonly evaluators: readonly string[];
  readonly inner: readonly string[];
}

/** The data for the template of `predicates.js`. */
export function viewPredicates(context: ValidatorContext): PredicatesView {
  const functions = context.definitions.all.map((definition) =>
    keepDefinition("predicate", definition, context, printPredicate),
  );
  const constants = context.constants
    .list()
    .map(({ name, content }) => ({ name, expression: content }));
  const evaluators = [...context.evaluators.code.values()];
  return { functions, constants, evaluators, inner: context.inner.all() };
}

/** The function that tests a definition. In circles it counts levels, so that it ends before the stack overflows. */
function printPredicate(definition: Definition, context: PrintContext): string {
  const { schema, environment, isRecursive } = definition;
  const place = { context, definition, environment, value: "value", depth: 0 };
  const test = isRecursive
    ? joinAll(
        { kind: "any", tests: ["level <= 64", "!json.isContainer(value)"] },
        testSchema(schema, { ...place, level: 0 }),
      )
    : testSchema(schema, place);
  const parameters = isRecursive ? "value, level = 1" : typeof test === "boolean" ? "" : "value";
  return printFunction(context.names.findPredicate(definition), parameters, test);
}
