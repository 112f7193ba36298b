import { createDiagnosticError } from "../../../diagnostic.ts";
import { listReferences } from "../../../document/model/facts/dynamic-scope/references.ts";
import type { Schema } from "../../../document/model/model.ts";
import type { Evaluators } from "../definitions/context.ts";
import type { Definition } from "../definitions/definitions.ts";
import { findEndingTarget } from "../definitions/endless.ts";
import { testSchema } from "./predicate.ts";
import { isListed, isPresent } from "./predicate-object.ts";
import type { Test } from "./test-expression.ts";
import { joinAll, joinAny, negate, printFunction } from "./test-expression.ts";
import type { TestPlace } from "./test-place.ts";
import { printLevel } from "./test-place.ts";

/** A function of `predicates.js` that returns whether other keywords have evaluated a property or an item. */
export interface Evaluator {
  readonly name: string;
  /** Its call; `level` as in a TestPlace. */
  readonly call: (value: string, key: string, level?: number) => Test;
}

/** The test of whether a schema's own keywords evaluate a part: a property by name, or an item by index. */
type OwnTest = (schema: Schema, key: string, place: TestPlace) => Test;

/**
 * The evaluator for `unevaluatedProperties` (JSON Schema 2020-12 Core, section 11.3). The function is added to
 * `predicates.js`.
 */
export function planPropertyEvaluator(schema: Schema, place: TestPlace): Evaluator {
  return planEvaluator(schema, place, "key", (part, key, inside) =>
    joinAny(
      part.additionalProperties !== undefined ||
        (part !== schema && part.unevaluatedProperties !== undefined),
      isListed(part, key, inside),
    ),
  );
}

/** For `unevaluatedItems` (section 11.2). */
export function planItemEvaluator(schema: Schema, place: TestPlace): Evaluator {
  return planEvaluator(schema, place, "index", (part, key, inside) => {
    const { prefixItems, contains } = part;
    const item = { ...inside, value: `${inside.value}[${key}]` };
    return joinAny(
      part.items !== undefined || (part !== schema && part.unevaluatedItems !== undefined),
      prefixItems === undefined ? false : `${key} < ${prefixItems.length}`,
      contains === undefined ? false : testSchema(contains, item),
    );
  });
}

function planEvaluator(schema: Schema, place: TestPlace, key: string, own: OwnTest): Evaluator {
  const { context, definition } = place;
  const { isRecursive } = definition;
  const { evaluators } = context;
  context.refuseKeeping();
  const name = nameEvaluator(schema, place, key, evaluators);
  if (!evaluators.code.has(name)) {
    // Added first, so that a schema that contains itself finds it.
    evaluators.code.set(name, "");
    const inside = { ...place, value: "value", depth: 1, ...(isRecursive ? { level: 0 } : {}) };
    const parameters = isRecursive ? `value, ${key}, level = 1` : `value, ${key}`;
    const test = testEvaluated(schema, key, inside, limitParts(own, schema));
    evaluators.code.set(name, printFunction(name, parameters, test));
  }
  const call = (value: string, part: string, level?: number): Test =>
    `${name}(${value}, ${part}${level === undefined ? "" : `, ${printLevel(level)}`})`;
  return { name, call };
}

/**
 * The maximum number of parts that may evaluate a property. The parts are written out, and each reference that is
 * reached in two ways doubles them.
 */
const maximumParts = 5000;

/**
 * The same test, with a limit on the number of parts for which it is called.
 *
 * @throws DiagnosticError above the limit.
 */
function limitParts(own: OwnTest, { location: { file, pointer } }: Schema): OwnTest {
  let parts = 0;
  return (part, key, inside) => {
    parts += 1;
    if (parts > maximumParts) {
      throw createDiagnosticError({
        code: "too-many-parts",
        message: `The test of \`unevaluatedProperties\` or \`unevaluatedItems\` depends on more than ${maximumParts} parts.`,
        fix: "Combine fewer schemas here, and refer to each only once.",
        file,
        pointer,
      });
    }
    return own(part, key, inside);
  };
}

/** The name of the function for a definition, a schema and a kind. The schemas of a definition are numbered. */
function nameEvaluator(
  schema: Schema,
  { context, definition }: TestPlace,
  key: string,
  { schemas }: Evaluators,
): string {
  const numbers = schemas.get(definition) ?? new Map<Schema, number>();
  schemas.set(definition, numbers);
  const number = numbers.get(schema) ?? numbers.size + 1;
  numbers.set(schema, number);
  const kind = key === "key" ? "Property" : "Item";
  return `${context.names.findPredicate(definition)}_evaluated${kind}${number}`;
}

/** The test of whether a schema that accepts the value has evaluated a part of it. */
function testEvaluated(schema: Schema, key: string, place: TestPlace, own: OwnTest): Test {
  if (schema.boolean !== undefined) {
    return false;
  }
  const { definitions } = place.context;
  const environment = definitions.enter(place.environment, schema);
  const inside = { ...place, environment };
  const testSpoken = (part: Schema): Test => testEvaluated(part, key, inside, own);
  const testIfAccepted = (part: Schema): Test =>
    joinAll(testSchema(part, inside), testSpoken(part));
  return joinAny(
    own(schema, key, inside),
    ...listReferences(schema, environment).map((reference) => {
      const found = definitions.resolve(reference, environment);
      const target = findEndingTarget(place.definition, schema, found);
      return target === undefined
        ? false
        : testEvaluated(target.schema, key, { ...place, ...getScope(target) }, own);
    }),
    ...(schema.allOf ?? []).map(testSpoken),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map(testIfAccepted),
    // Arrays have no properties in JSON, even though `length` looks like one.
    ...(key === "index" ? [] : [...(schema.dependentSchemas ?? [])]).map(([name, part]) =>
      joinAll(isPresent(place.value, name), testSpoken(part)),
    ),
    testConditionalParts(schema, inside, testSpoken),
  );
}

/** The place of a definition's schema. */
function getScope(definition: Definition): Pick<TestPlace, "definition" | "environment"> {
  return { definition, environment: definition.environment };
}

function testConditionalParts(
  schema: Schema,
  place: TestPlace,
  spoken: (part: Schema) => Test,
): Test {
  if (schema.if === undefined) {
    return false;
  }
  const condition = testSchema(schema.if, place);
  return joinAny(
    joinAll(
      condition,
      joinAny(spoken(schema.if), schema.then === undefined ? false : spoken(schema.then)),
    ),
    schema.else === undefined ? false : joinAll(negate(condition), spoken(schema.else)),
  );
}
