import { isArrayOrObject } from "../../../../json-object.ts";

/** References by the value that contains them. The value is never changed, so neither are they. */
const known = new WeakMap<object, readonly string[] | undefined>();

/**
 * The references that a value of a document contains, each once, including the names in the mappings of discriminators.
 * Undefined when one of them does not name a component, as `#/components/schemas/Pet` does, or is dynamic. Members that
 * only look like references, such as those of examples, are included.
 */
export function listPartReferences(value: object): readonly string[] | undefined {
  if (!known.has(value)) {
    const found = new Set<string>();
    known.set(value, collect(value, found) ? [...found] : undefined);
  }
  return known.get(value);
}

/** @returns false when a reference has another form */
function collect(value: object, found: Set<string>): boolean {
  if (Array.isArray(value)) {
    return value.every((item) => !isArrayOrObject(item) || collect(item, found));
  }
  for (const [key, member] of Object.entries(value)) {
    const isUsual =
      typeof member === "string"
        ? !isReferenceKey(key) || (key === "$ref" && add(member, found))
        : !isArrayOrObject(member) ||
          (collect(member, found) &&
            (!isMapping(key, value as { readonly propertyName?: unknown }) ||
              addNames(member, found)));
    if (!isUsual) {
      return false;
    }
  }
  return true;
}

function isMapping(key: string, { propertyName }: { readonly propertyName?: unknown }): boolean {
  return key === "mapping" && typeof propertyName === "string";
}

/** Adds what the mapping of a discriminator has: names of schemas, or references to them. */
function addNames(mapping: object, found: Set<string>): boolean {
  return Object.values(mapping).every(
    (text: unknown) => typeof text !== "string" || addName(text, found),
  );
}

function addName(text: string, found: Set<string>): boolean {
  const isName = !/^[#.]|\/|\.(?:json|ya?ml)$/.test(text);
  return add(isName ? `#/components/schemas/${text}` : text, found);
}

function add(reference: string, found: Set<string>): boolean {
  found.add(reference);
  return componentReference.test(reference);
}

/** Names with escaped characters are left out, so that equal names are equal texts. */
const componentReference = /^#\/components\/[^/%~]+\/[^/%~]+$/;

function isReferenceKey(key: string): boolean {
  return key === "$ref" || key === "$dynamicRef" || key === "$recursiveRef";
}
