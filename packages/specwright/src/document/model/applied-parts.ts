import type { Schema } from "./model.ts";
import { visitSubschemasOfKeyword } from "./subschemas.ts";

/**
 * How a part of a schema applies: `always` to the same value (`allOf`), `sometimes` to the same value (`oneOf`), or to
 * a `part` of the value (`items`).
 */
export type Application = "always" | "sometimes" | "part";

/**
 * Calls `visit` for each schema that a value of this schema may have to fit, including the targets of its references.
 * Conditions (`not`, `if`, `propertyNames`) are left out: a value that does not fit them is not wrong.
 */
export function visitApplied(
  schema: Schema,
  visit: (part: Schema, application: Application) => void,
): void {
  if (schema.ref !== undefined) {
    visit(schema.ref.target, "always");
  }
  // An outer resource may put another schema in its place.
  if (schema.dynamicReference !== undefined) {
    visit(schema.dynamicReference.target, "sometimes");
  }
  for (const keyword in schema) {
    const application = applications.get(keyword);
    // Most members hold no schemas, and this lookup skips them.
    if (application !== undefined) {
      visitSubschemasOfKeyword(schema, keyword, (part) => {
        visit(part, application);
      });
    }
  }
}

const applications: ReadonlyMap<string, Application> = new Map<string, Application>([
  ["allOf", "always"],
  ...["anyOf", "oneOf", "then", "else", "dependentSchemas"].map(
    (keyword) => [keyword, "sometimes"] as const,
  ),
  ...[
    "properties",
    "patternProperties",
    "additionalProperties",
    "unevaluatedProperties",
    "items",
    "prefixItems",
    "contains",
    "unevaluatedItems",
    "contentSchema",
  ].map((keyword) => [keyword, "part"] as const),
]);

/**
 * The schema and all others that its value has to fit. With `withAlternatives`, also those that its value may have to
 * fit.
 */
export function collectAppliedInPlace(
  root: Schema,
  withAlternatives: boolean,
): ReadonlySet<Schema> {
  const found = new Set([root]);
  // Iterating a set also visits the items that are added during the loop.
  for (const schema of found) {
    visitApplied(schema, (part, application) => {
      if (application === "always" || (withAlternatives && application === "sometimes")) {
        found.add(part);
      }
    });
  }
  return found;
}
