import { isObject, type JsonObject } from "../../json-object.ts";

/** A document for a tool that replaces every reference by a copy of its target. */
export interface ShortDocument {
  readonly document: JsonObject;
  /** The number of objects, lists and values after that, in which a circle counts once. */
  readonly size: number;
  /** The number of references that end early: they were replaced by a schema of the same type that allows any content. */
  readonly cut: number;
}

/**
 * Copies a bundled document without circles, and without references whose targets would become too large: a chain of
 * schemas that each refer to two others has billions of parts when nothing is shared. Documents that are small enough
 * keep all their references.
 */
export function shortenReferences(document: JsonObject): ShortDocument {
  let limit = largestTarget;
  let result = cutAt(document, limit);
  while (result.size > largestDocument && limit > 100) {
    limit /= 4;
    result = cutAt(document, limit);
  }
  return result;
}

/** GitHub's document has 2,000,000 parts, with which Prism listens after ten seconds, and stays whole. */
const largestDocument = 3_000_000;
const largestTarget = 50_000;

/** The size of a target while it is being measured: a reference to it closes a circle. */
const circle = Number.POSITIVE_INFINITY;

function cutAt(original: JsonObject, limit: number): ShortDocument {
  const document = structuredClone(original);
  const sizes = new Map<string, number>();
  let cut = 0;

  const measureTarget = (pointer: string): number => {
    const known = sizes.get(pointer);
    if (known === undefined) {
      sizes.set(pointer, circle);
      sizes.set(pointer, measure(findTarget(document, pointer), limit));
    }
    return known ?? measureTarget(pointer);
  };
  /** The size of a value, in which references are cut that would make it larger than `room`. */
  const measure = (value: unknown, room: number): number => {
    if (typeof value !== "object" || value === null) {
      return 1;
    }
    let size = 1;
    // It is changed here: it is a part of the copy.
    const members = value as Record<string, unknown>;
    for (const key of Object.keys(members)) {
      const pointer = readPointer(members[key]);
      const added = pointer === undefined ? 0 : measureTarget(pointer);
      // Measuring the target may have cut this reference, when it leads back here.
      const child = members[key];
      if (pointer !== undefined && isObject(child) && child.$ref === pointer) {
        if (size + added < room) {
          size += added;
        } else {
          const { $ref: _, ...siblings } = child;
          members[key] = { ...keepType(findTarget(document, pointer)), ...siblings };
          cut += 1;
        }
      }
      size += measure(members[key], room - size);
    }
    return size;
  };
  return { document, size: measure(document, Number.MAX_SAFE_INTEGER), cut };
}

function readPointer(value: unknown): string | undefined {
  const text = isObject(value) ? value.$ref : undefined;
  return typeof text === "string" && text.startsWith("#/") ? text : undefined;
}

function findTarget(document: JsonObject, pointer: string): unknown {
  let value: unknown = document;
  for (const segment of pointer.slice(2).split("/")) {
    const name = decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~");
    // A list has its elements under their numbers, too.
    value = typeof value === "object" && value !== null ? (value as JsonObject)[name] : undefined;
  }
  return value;
}

function keepType(target: unknown): JsonObject {
  return isObject(target) && target.type !== undefined ? { type: target.type } : {};
}
