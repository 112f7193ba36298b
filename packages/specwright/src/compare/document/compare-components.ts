import type { Model, Schema } from "../../document/model/model.ts";
import { findReachableSchemas } from "../../document/model/reachable-schemas.ts";
import { quoteName } from "../../text/code-span.ts";
import { type Comparison, matchMaps, type Part } from "../compare/comparison.ts";
import { isSameApart } from "../schemas/compare-schema.ts";
import { findRenamed } from "../schemas/find-renamed.ts";

/**
 * Compares the names of schemas, and the schemas that no operation uses. Used schemas are compared together with their
 * operations.
 */
export function compareComponents(
  before: Model,
  after: Model,
  part: Part,
  comparison: Comparison,
): void {
  const { both, removed, added } = matchMaps(before.components.schemas, after.components.schemas);
  const isSame = (from: Schema, to: Schema): boolean =>
    isSameApart(from, to, "response", comparison);
  const renamed = findRenamed(removed, added, isSame);
  const findLocation = (schema: Schema | undefined): Schema["location"] | undefined =>
    schema?.location;
  for (const [name, schema] of removed) {
    const other = renamed.get(name);
    part.found.push({
      kind: other === undefined ? "component-schema-removed" : "component-schema-renamed",
      values: { name: quoteName(name), before: quoteName(name), after: quoteName(other) },
      before: schema.location,
      after: other === undefined ? undefined : findLocation(after.components.schemas.get(other)),
    });
  }
  const newNames = new Set(renamed.values());
  for (const [name, schema] of added.filter(([each]) => !newNames.has(each))) {
    const values = { name: quoteName(name) };
    part.found.push({ kind: "component-schema-added", values, after: schema.location });
  }
  const [used, stillUsed] = [findReachableSchemas(before), findReachableSchemas(after)];
  for (const [name, from, to] of both) {
    // A reference is not compared here, because its target is compared where it is used.
    if (from.ref === undefined && !used.has(from) && !stillUsed.has(to) && !isSame(from, to)) {
      part.found.push({
        kind: "component-schema-unused-changed",
        values: { name: quoteName(name) },
        before: from.location,
        after: to.location,
      });
    }
  }
}
