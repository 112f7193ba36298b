import { isArrayOrObject } from "../../../json-object.ts";
import { parsePointer } from "../../../text/pointer.ts";
import { buildWantedTree, type Wanted } from "../text/wanted.ts";

/** The offsets of members in a string: of a map's keys and a sequence's items. */
export interface Places {
  /** The offset of the whole value. */
  root: number;
  readonly members: Map<object, Map<string, number>>;
  /** The wanted pointers: a reader may skip everything else. Undefined when all places are wanted. */
  readonly wanted: Wanted | undefined;
}

/** Creates an empty list of places. */
export function createMemberPlaces(pointers?: readonly string[]): Places {
  return { root: 0, members: new Map(), wanted: pointers && buildWantedTree(pointers) };
}

/** Records the place of a member, when places are wanted. */
export function notePlace(
  places: Places | undefined,
  container: object,
  key: string,
  offset: number | undefined,
): void {
  if (places !== undefined && offset !== undefined) {
    const own = places.members.get(container);
    if (own === undefined) {
      places.members.set(container, new Map([[key, offset]]));
    } else {
      own.set(key, offset);
    }
  }
}

/** Converts all offsets to those of the original text. */
export function movePlaces(places: Places, originalOffset: (offset: number) => number): void {
  places.root = originalOffset(places.root);
  for (const own of places.members.values()) {
    for (const [name, offset] of own) {
      own.set(name, originalOffset(offset));
    }
  }
}

/** The offset of the value at a JSON Pointer. Undefined when the pointer leads nowhere. */
export function findPlace(value: unknown, places: Places, pointer: string): number | undefined {
  let current = value;
  let offset: number | undefined = places.root;
  for (const segment of parsePointer(pointer)) {
    offset = isArrayOrObject(current) ? places.members.get(current)?.get(segment) : undefined;
    if (offset === undefined) {
      return undefined;
    }
    current = (current as Readonly<Record<string, unknown>>)[segment];
  }
  return offset;
}
