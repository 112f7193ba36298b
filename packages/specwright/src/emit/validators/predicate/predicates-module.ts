import type { Schema } from "../../../model/model.ts";
import type { ValidatorContext } from "../definitions/context.ts";
import type { Definition } from "../definitions/definitions.ts";
import { definitionInputs, keptCode } from "../definitions/kept-code.ts";
import { schemaTest } from "./predicate.ts";
import { all, functionCode } from "./test-expression.ts";

/** What the template of `predicates.js` shows. */
export function predicateModule(context: ValidatorContext): Readonly<Record<string, unknown>> {
  const seen = new Set<Schema>();
  const functions = context.definitions.all.map((definition) => {
    const inputs = (): unknown[] => definitionInputs(definition, context);
    // One result is kept for each schema and kind, and operations may share a schema.
    const isFirst = !seen.has(definition.schema);
    seen.add(definition.schema);
    const kind = isFirst ? "predicate" : `predicate ${context.names.predicateOf(definition)}`;
    return keptCode(kind, definition.schema, inputs, context, () =>
      predicateCode(definition, context),
    );
  });
  const constants = context.constants
    .all()
    .map(({ name, content }) => ({ name, expression: content }));
  const evaluators = [...context.evaluators.values()];
  return { functions, constants, evaluators, inner: context.inner.all() };
}

/** The function that tests a definition. In circles it counts levels, so that it ends before the stack does. */
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
  return functionCode(context.names.predicateOf(definition), parameters, test);
}
