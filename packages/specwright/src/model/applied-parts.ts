import type { Schema } from "./model.ts";
import { forEachOfKeyword } from "./subschemas.ts";

/** How a part of a schema applies: to the same value always, to the same value sometimes, or to a part of the value. */
export type Application = "always" | "sometimes" | "part";

/**
 * Calls back for the schemas that a schema asks its value to fit, behind its reference too. Conditions (`not`, `if`,
 * `propertyNames`) are not among them: a value that does not fit them is not wrong.
 */
export function forEachApplied(
  schema: Schema,
  visit: (part: Schema, application: Application) => void,
): void {
  if (schema.ref !== undefined) {
    visit(schema.ref.target, "always");
  }
  for (const keyword in schema) {
    const application = applications.get(keyword);
    // Most members hold no schemas, and one look is enough to know.
    if (application !== undefined) {
      forEachOfKeyword(schema, keyword, (part) => {
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

/** A schema and all others that its value has to fit: those that always apply, and on request those that may. */
export function appliedInPlace(root: Schema, withAlternatives: boolean): ReadonlySet<Schema> {
  const found = new Set([root]);
  // A set is walked in the order in which it grows.
  for (const schema of found) {
    forEachApplied(schema, (part, application) => {
      if (application === "always" || (withAlternatives && application === "sometimes")) {
        found.add(part);
      }
    });
  }
  return found;
}
