import { forEachApplied } from "../../../model/applied-parts.ts";
import { keptOutNames } from "../../../model/directions/kept-out.ts";
import { factsBySchema } from "../../../model/facts/known-facts.ts";
import type { Schema } from "../../../model/model.ts";

/**
 * Returns whether the validator of a component refuses requests that leave out `readOnly` properties, in it or in a part of
 * it.
 */
export function requiresKeptOut(root: Schema): boolean {
  const found = keptOut().get(root) ?? findKeptOut(root);
  keptOut().set(root, found);
  return found;
}

const keptOut = factsBySchema<boolean>();

function findKeptOut(root: Schema): boolean {
  const schemas = new Set([root]);
  // A set is walked in the order in which it grows.
  for (const schema of schemas) {
    // The variant of a request no longer has what it leaves out.
    if ((schema.variant?.noLongerRequired ?? []).length > 0) {
      return true;
    }
    const required = new Set(schema.required);
    const always = required.size === 0 ? [] : keptOutNames(schema, "request").always;
    if ([...always].some((name) => required.has(name))) {
      return true;
    }
    forEachApplied(schema, (part) => {
      schemas.add(part);
    });
  }
  return false;
}
