import { visitApplied } from "../../../../document/model/applied-parts.ts";
import type { Model, Schema, SchemaReference } from "../../../../document/model/model.ts";
import { findReachableSchemas } from "../../../../document/model/reachable-schemas.ts";
import type { TypeFacts } from "../type-facts.ts";

/**
 * The target of a `$dynamicRef` when it is the same wherever the reference is applied. Undefined when schemas in
 * several places have its anchor, because the target then depends on the path that led to the reference.
 */
export function findStaticTarget(
  reference: SchemaReference,
  { unnamed }: Pick<TypeFacts, "unnamed">,
): SchemaReference | undefined {
  const anchor = reference.target.dynamicAnchor;
  const fragment = reference.text.slice(reference.text.indexOf("#") + 1);
  if (anchor === undefined || anchor !== fragment) {
    // Such a reference is resolved like `$ref` (JSON Schema 2020-12 Core, section 8.2.3.2).
    return reference;
  }
  return (unnamed.anchors.get(anchor) ?? 0) > 1 ? undefined : reference;
}

/** The number of places that have each `$dynamicAnchor`. */
export function countAnchors(model: Model): ReadonlyMap<string, number> {
  const places = new Map<string, Set<string>>();
  const schemas = new Set<Schema>([
    ...model.components.schemas.values(),
    ...findReachableSchemas(model),
  ]);
  // Iterating a set also visits the items that are added during the loop.
  for (const schema of schemas) {
    for (const [anchor, { location }] of schema.dynamicAnchors ?? []) {
      const ofAnchor = places.get(anchor) ?? new Set();
      places.set(anchor, ofAnchor.add(`${location.file}#${location.pointer}`));
    }
    visitApplied(schema, (part) => {
      schemas.add(part);
    });
  }
  return new Map([...places].map(([anchor, { size }]) => [anchor, size]));
}
