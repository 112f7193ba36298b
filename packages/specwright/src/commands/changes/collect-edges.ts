import { renderPathShape } from "../../document/model/path-key.ts";
import { isObject, type JsonObject } from "../../json-object.ts";
import { decodePercent } from "../../text/decode-percent.ts";
import { parsePointer } from "../../text/pointer.ts";

/** Parts by their pointer, such as `/components/schemas/Pet`. */
export type Parts = ReadonlyMap<string, unknown>;

/** The parts of both documents. */
export interface BothParts {
  readonly before: Parts;
  readonly after: Parts;
}

/** For each part, the parts that it refers to in either document, and its claims. */
export type Edges = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Returns true for a claim: a name that only one part may have, such as `operationId listPets` or `path /pets/{}`. When
 * a changed part makes a claim, the meaning of other parts with the same claim can change, too.
 */
export function isClaim(target: string): boolean {
  return !target.startsWith("/");
}

/** Returns undefined when the parts that a part refers to cannot be determined. */
export function collectEdges({ before, after }: BothParts): Edges | undefined {
  const edges = new Map<string, Set<string>>();
  for (const parts of [before, after]) {
    for (const [place, value] of parts) {
      if (parts === after && before.get(place) === value) {
        continue;
      }
      if (place.endsWith("/$ref")) {
        // The whole group is in another file.
        return undefined;
      }
      const found = edges.get(place) ?? new Set();
      edges.set(place, found);
      if (place.startsWith("/paths/")) {
        found.add(`path ${renderPathShape(place.slice("/paths/".length))}`);
      }
      if (!collectTargets(value, found)) {
        return undefined;
      }
    }
  }
  return edges;
}

/**
 * Adds the parts that a value refers to, and its operationIds. Returns false for references whose target depends on more
 * than the reference.
 */
function collectTargets(value: unknown, found: Set<string>): boolean {
  if (typeof value !== "object" || value === null) {
    return true;
  }
  if (Array.isArray(value)) {
    return value.every((item) => collectTargets(item, found));
  }
  for (const [key, child] of Object.entries(value)) {
    if (key === "$ref" || key === "operationRef") {
      if (typeof child === "string" && !addTarget(child, found)) {
        return false;
      }
    } else if (key === "$dynamicRef" || key === "$recursiveRef") {
      return false;
    } else if (key === "operationId" && typeof child === "string") {
      found.add(`operationId ${child}`);
    } else if (key === "mapping" && isObject(child)) {
      addMapped(child, found);
    }
    if (!collectTargets(child, found)) {
      return false;
    }
  }
  return true;
}

/** Parts have two segments below `paths` and `webhooks`, and three below `components`. */
function addTarget(reference: string, found: Set<string>): boolean {
  if (!reference.startsWith("#/")) {
    return false;
  }
  const [first = "", ...rest] = parsePointer(decodePercent(reference.slice(1)));
  const length = first === "components" ? 2 : 1;
  found.add(`/${[first, ...rest.slice(0, length)].join("/")}`);
  return rest.length >= length;
}

/** The values of a discriminator's mapping are references or names of schemas. */
function addMapped(mapping: JsonObject, found: Set<string>): void {
  for (const target of Object.values(mapping)) {
    if (typeof target === "string" && !(target.startsWith("#/") && addTarget(target, found))) {
      found.add(`/components/schemas/${target}`);
    }
  }
}
