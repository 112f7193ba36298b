import type { SchemaReference } from "../document/model/model.ts";

/** Compares parts of two models. */
export type Comparison = (left: unknown, right: unknown) => boolean;

/**
 * Returns a function that compares parts of two models. References are equal when they name the same component; their
 * targets are not visited. A reference without a name is never equal, nor is a part with dynamic references, because
 * nothing shows that both lead to the same schema.
 *
 * @param same The parts that were found to be equal to older ones: from a part to the oldest. Equal parts with a place in the
 * document are added, so that a part that many operations share is visited once.
 */
export function createContentComparison(same: WeakMap<object, object>): Comparison {
  // From a part of this run to the part from which it differs, so that facts that many units share are compared once.
  const different = new WeakMap<object, object>();
  const isSame: Compare = (left, right, isRaw) => {
    if (Object.is(left, right)) {
      return true;
    }
    if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) {
      return false;
    }
    if (isRaw || !isShared(right)) {
      return isSameObject(left, right, isRaw, isSame);
    }
    const oldest = same.get(left) ?? left;
    if (same.get(right) === oldest) {
      return true;
    }
    if (different.get(right) === left) {
      return false;
    }
    const result = isSameObject(left, right, isRaw, isSame);
    if (result) {
      same.set(right, oldest);
    } else {
      different.set(right, left);
    }
    return result;
  };
  return (left, right) => isSame(left, right, false);
}

/**
 * Returns whether remembering the answer saves more time than it takes: for parts of the model, which have a place, and
 * for long lists.
 */
function isShared(value: object): boolean {
  if (Array.isArray(value)) {
    return value.length > longList;
  }
  return value instanceof Map || value instanceof Set ? value.size > longList : "location" in value;
}

const longList = 20;

/** @param isRaw True inside values of the document, which may have members with any name. */
type Compare = (left: unknown, right: unknown, isRaw: boolean) => boolean;

// Written with loops, because a session compares a hundred thousand values after each edit.
function isSameObject(left: object, right: object, isRaw: boolean, isSame: Compare): boolean {
  if (left instanceof Map || right instanceof Map) {
    return (
      left instanceof Map &&
      right instanceof Map &&
      left.size === right.size &&
      isSameSequence(left.keys(), right.keys(), isRaw, isSame) &&
      isSameSequence(left.values(), right.values(), isRaw, isSame)
    );
  }
  if (left instanceof Set || right instanceof Set) {
    return (
      left instanceof Set &&
      right instanceof Set &&
      left.size === right.size &&
      isSameSequence(left.values(), right.values(), isRaw, isSame)
    );
  }
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      right.every((item, index) => isSame(left[index], item, isRaw))
    );
  }
  const keys = Object.keys(right);
  const others = Object.keys(left);
  if (keys.length !== others.length) {
    return false;
  }
  let index = 0;
  for (const key of keys) {
    if (
      key !== others[index] ||
      !isSameMember(key, getMember(left, key), getMember(right, key), isRaw, isSame)
    ) {
      return false;
    }
    index += 1;
  }
  return true;
}

/** Compares as many items as there are on the right. */
function isSameSequence(
  left: Iterator<unknown>,
  right: Iterable<unknown>,
  isRaw: boolean,
  isSame: Compare,
): boolean {
  for (const item of right) {
    if (!isSame(left.next().value, item, isRaw)) {
      return false;
    }
  }
  return true;
}

function isSameMember(
  key: string,
  left: unknown,
  right: unknown,
  isRaw: boolean,
  isSame: Compare,
): boolean {
  if (isRaw || rawMembers.has(key)) {
    return isSame(left, right, true);
  }
  if (dynamicMembers.has(key)) {
    return false;
  }
  return key === "ref" && isReference(left) && isReference(right)
    ? right.name !== undefined && left.name === right.name && left.text === right.text
    : isSame(left, right, false);
}

/** Other values of units may have a member `ref`, too, because it is a name in the document. */
function isReference(value: unknown): value is SchemaReference {
  return typeof value === "object" && value !== null && "target" in value && "text" in value;
}

/**
 * Collects the names of the components to which the references and discriminators in a part of a model lead. For other
 * references it adds `""`, which is never a component.
 *
 * @param visited the parts that were visited before; none of them is visited again
 */
export function collectReferences(
  value: unknown,
  names: Set<string>,
  visited: Set<object> = new Set(),
): void {
  if (typeof value !== "object" || value === null || visited.has(value)) {
    return;
  }
  visited.add(value);
  if (Array.isArray(value) || value instanceof Map) {
    for (const item of value.values()) {
      collectReferences(item, names, visited);
    }
    return;
  }
  for (const key of Object.keys(value)) {
    if (rawMembers.has(key)) {
      continue;
    }
    const child = getMember(value, key);
    if (key === "ref") {
      const { name } = child as SchemaReference;
      names.add(name ?? "");
    } else if (dynamicMembers.has(key)) {
      names.add("");
    } else if (key === "mapping" && child instanceof Map) {
      for (const name of child.values()) {
        names.add(name);
      }
    } else {
      collectReferences(child, names, visited);
    }
  }
}

function getMember(value: object, key: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[key];
}

/** The members of the model that hold values of the document as written. */
const rawMembers: ReadonlySet<string> = new Set(
  "const default enum example examples extensions externalDocs flows links xml".split(" "),
);

/** The members of schemas whose meaning depends on the path that leads to the schema. */
const dynamicMembers: ReadonlySet<string> = new Set(["dynamicAnchors", "dynamicReference"]);
