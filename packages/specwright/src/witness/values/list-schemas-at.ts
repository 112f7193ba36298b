import { collectAppliedInPlace } from "../../document/model/applied-parts.ts";
import type { Schema } from "../../document/model/model.ts";
import { createTestPattern } from "../../text/test-pattern.ts";
import type { Step } from "./find-ways.ts";

/** All schemas that say something about the part of a value at a way, also those of alternatives and conditions. */
export function listSchemasAt(root: Schema, steps: readonly Step[]): readonly Schema[] {
  let found = collectInPlace([root]);
  for (const step of steps) {
    found = collectInPlace([...found].flatMap((schema) => listSchemasBelow(schema, step)));
  }
  return [...found];
}

/** A schema of a value has seldom more parts, and their edges show nothing more. */
const mostInPlace = 200;

function collectInPlace(schemas: readonly Schema[]): ReadonlySet<Schema> {
  const found = new Set<Schema>();
  for (const schema of schemas) {
    for (const each of collectAppliedInPlace(schema, true)) {
      found.add(each);
    }
  }
  for (const { if: condition, not } of found) {
    const negated = [condition, not].filter((each) => each !== undefined);
    for (const each of negated.flatMap((schema) => [...collectAppliedInPlace(schema, true)])) {
      if (found.size < mostInPlace) {
        found.add(each);
      }
    }
  }
  return found;
}

function listSchemasBelow(schema: Schema, step: Step): readonly Schema[] {
  const present = (...schemas: readonly (Schema | undefined)[]): readonly Schema[] =>
    schemas.filter((each) => each !== undefined);
  switch (step.kind) {
    case "member": {
      const own = schema.properties?.get(step.name);
      const matching = [...(schema.patternProperties ?? [])]
        .filter(([pattern]) => testPattern(pattern, step.name) === true)
        .map(([, each]) => each);
      return own === undefined && matching.length === 0
        ? present(schema.additionalProperties, schema.unevaluatedProperties)
        : [...present(own, schema.unevaluatedProperties), ...matching];
    }
    case "item":
      return present(
        schema.prefixItems?.[step.index] ?? schema.items,
        schema.contains,
        schema.unevaluatedItems,
      );
    case "name":
      return present(schema.propertyNames);
    default:
      return step satisfies never;
  }
}

const testPattern = createTestPattern();
