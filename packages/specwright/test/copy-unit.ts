import type { Unit } from "../src/watch/kept-units.ts";

/**
 * A copy of a unit without the targets of its references, which fail when somebody reads them. A target stays if the
 * unit itself has it in another place. Behind the operations of a unit all targets stay, because operations are compared
 * with every schema to which they lead.
 */
export function copyUnit<Content extends Unit>(unit: Content): Content {
  const had = new Set<object>();
  collectObjects(unit.operations, listParts, had);
  collectObjects(unit, listPartsOfUnit, had);
  const marks = new Map<object, object>();
  const copies = new Map<object, object>();
  const copy = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) {
      return value;
    }
    const known = copies.get(value);
    if (known !== undefined) {
      return known;
    }
    if (!had.has(value)) {
      const mark = marks.get(value) ?? { isMissing: true };
      marks.set(value, mark);
      return mark;
    }
    return copyParts(value, copy, (made) => copies.set(value, made));
  };
  const marked = structuredClone(copy(unit)) as Content;
  poisonMarks(marked);
  return marked;
}

/** Adds a value and everything inside it. */
function collectObjects(
  root: unknown,
  list: (value: object) => readonly unknown[],
  found: Set<object>,
): void {
  const waiting = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === "object" && value !== null && !found.has(value)) {
      found.add(value);
      waiting.push(...list(value));
    }
  }
}

function listParts(value: object): readonly unknown[] {
  if (value instanceof Map) {
    return [...value.keys(), ...value.values()];
  }
  return value instanceof Set || Array.isArray(value) ? [...value] : Object.values(value);
}

function listPartsOfUnit(value: object): readonly unknown[] {
  return "text" in value && "target" in value && typeof value.target === "object"
    ? []
    : listParts(value);
}

/** @param begin is called with the copy before its parts are copied, because they may lead back to it */
function copyParts(
  value: object,
  copy: (part: unknown) => unknown,
  begin: (made: object) => void,
): object {
  if (value instanceof Map) {
    const made = new Map<unknown, unknown>();
    begin(made);
    for (const [key, part] of value) {
      made.set(copy(key), copy(part));
    }
    return made;
  }
  if (value instanceof Set) {
    const made = new Set<unknown>();
    begin(made);
    for (const part of value) {
      made.add(copy(part));
    }
    return made;
  }
  const made: object = Array.isArray(value) ? [] : {};
  begin(made);
  for (const [key, part] of Object.entries(value)) {
    (made as Record<string, unknown>)[key] = copy(part);
  }
  return made;
}

/** Replaces the marks of missing targets with objects that fail when they are read. */
function poisonMarks(root: object): void {
  const all = new Set<object>();
  collectObjects(root, listParts, all);
  const poisons = new Map<unknown, object>();
  for (const value of all) {
    if ("target" in value && isMark(value.target)) {
      const poison = poisons.get(value.target) ?? createPoison();
      poisons.set(value.target, poison);
      value.target = poison;
    }
  }
}

function isMark(value: unknown): boolean {
  return typeof value === "object" && value !== null && "isMissing" in value;
}

function createPoison(): object {
  const fail = (_: object, key: string | symbol): never => {
    throw new Error(`Printing reads ${String(key)} of a target that its unit does not have.`);
  };
  return new Proxy({}, { get: fail, has: fail, getOwnPropertyDescriptor: fail });
}
