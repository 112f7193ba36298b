import { isBound } from "../../../../document/model/facts/dynamic-scope/is-bound.ts";
import { listReferences } from "../../../../document/model/facts/dynamic-scope/references.ts";
import type { Model, Schema, SchemaReference } from "../../../../document/model/model.ts";
import type { TypeContext } from "../type-context.ts";

/** The scope that is printed, and the names of anchored components. */
export interface Scope extends Pick<TypeContext, "environment" | "environments"> {
  readonly unnamed: { readonly anchored: ReadonlyMap<string, string> };
}

/** The target of a schema's `$dynamicRef` in the scope that is printed, with its name if it is a component. */
export function findDynamicTarget(
  schema: Schema,
  { environment, unnamed }: Pick<Scope, "environment" | "unnamed">,
): SchemaReference | undefined {
  const { ref: _, ...rest } = schema;
  const [reference] = listReferences(rest, environment);
  const name = reference?.name ?? (reference && unnamed.anchored.get(findKey(reference.target)));
  return reference && { ...reference, ...(name !== undefined && { name }) };
}

/** Returns whether the target of a reference has another type in the scope that is printed than alone. */
export function isBoundHere(
  { target }: SchemaReference,
  { environment, environments }: Pick<Scope, "environment" | "environments">,
): boolean {
  return environment.size > 0 && isBound(target, environment, environments.enter);
}

/**
 * The names of the components that have a `$dynamicAnchor`, by their places. A variant for requests has the place of its
 * component, and anchors lead to the component.
 */
export function nameAnchored({ components }: Model): ReadonlyMap<string, string> {
  const named = [...components.schemas].filter(
    ([, { dynamicAnchor, variant }]) => dynamicAnchor !== undefined && variant?.name === undefined,
  );
  return new Map(named.map(([name, schema]) => [findKey(schema), name]));
}

/** The place of a schema as text. */
export function findKey({ location: { file, pointer } }: Schema): string {
  return `${file}#${pointer}`;
}

/** The place of a schema together with the scope that is printed. */
export function findScopedKey(schema: Schema, { environment }: Pick<Scope, "environment">): string {
  const scope = [...environment].map(([anchor, target]) => `${anchor} ${findKey(target)}`);
  return [findKey(schema), ...scope].join("\n");
}
