import { visitApplied } from "../../../document/model/applied-parts.ts";
import { collectKeptOutNames } from "../../../document/model/directions/kept-out.ts";
import type { Schema } from "../../../document/model/model.ts";

/**
 * Returns whether the validator of a component rejects requests that omit `readOnly` properties, in the component or in
 * a part of it.
 */
export function requiresKeptOut(root: Schema): boolean {
  const found = keptOut.get(root) ?? findKeptOut(root);
  keptOut.set(root, found);
  return found;
}

const keptOut = new WeakMap<Schema, boolean>();

function findKeptOut(root: Schema): boolean {
  const schemas = new Set([root]);
  // Iterating a set also visits the items that are added during the loop.
  for (const schema of schemas) {
    // The request variant of a schema no longer requires the properties that it leaves out.
    if ((schema.variant?.noLongerRequired ?? []).length > 0) {
      return true;
    }
    const required = new Set(schema.required);
    const always = required.size === 0 ? [] : collectKeptOutNames(schema, "request").always;
    if ([...always].some((name) => required.has(name))) {
      return true;
    }
    visitApplied(schema, (part) => {
      schemas.add(part);
    });
  }
  return false;
}
