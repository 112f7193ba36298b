import type { ValidatorContext } from "../definitions/context.ts";
import type { Definition } from "../definitions/definitions.ts";
import { keptCode } from "../definitions/kept-code.ts";
import { schemaTest } from "./predicate.ts";
import { all, functionCode } from "./test-expression.ts";

/** The data for the template of `predicates.js`. */
export function predicateModule(context: ValidatorContext): Readonly<Record<string, unknown>> {
  const functions = context.definitions.all.map((definition) =>
    keptCode("predicate", definition, context, () => predicateCode(definition, context)),
  );
  const constants = context.constants
    .all()
    .map(({ name, content }) => ({ name, expression: content }));
  const evaluators = [...context.evaluators.values()];
  return { functions, constants, evaluators, inner: context.inner.all() };
}

/** The function that tests a definition. In circles it counts levels, so that it ends before the stack overflows. */
function predicateCode(definition: Definition, context: ValidatorContext): string {
  const { schema, environment, isRecursive } = definition;
  const place = { context, definition, environment, value: "value", depth: 0 };
  const test = isRecursive
    ? all(
        { kind: "any", tests: ["level <= 64", "!json.isContainer(value)"] },
        schemaTest(schema, { ...place, level: 0 }),
      )
    : schemaTest(schema, place);
  const parameters = isRecursive ? "value, level = 1" : typeof test === "boolean" ? "" : "value";
  return functionCode(context.names.findPredicate(definition), parameters, test);
}
