import { isObject } from "../../../../json-object.ts";
import { notePlace } from "../places.ts";
import { type NodeReader, reportAtNode } from "./node-reader.ts";
import { setAnyMember } from "./set-member.ts";

/** Returns whether a key is `<<`. In quotes it is an ordinary key. */
export function isMergeKey(key: unknown, yaml: typeof import("yaml")): boolean {
  return yaml.isScalar(key) && key.type === yaml.Scalar.PLAIN && key.source === "<<";
}

/**
 * Merges the value of a merge key (https://yaml.org/type/merge.html), a map or a list of maps, into a map. Members that
 * the map already has are kept. The place of a merged member is where it is written.
 *
 * @param node The value's node, for its place.
 */
export function mergeMembers(
  reader: NodeReader,
  map: Record<string, unknown>,
  value: unknown,
  node: unknown,
): void {
  for (const source of Array.isArray(value) ? value : [value]) {
    if (!isObject(source)) {
      reportAtNode(
        reader,
        node,
        "`<<` merges maps, and this is not a map or a list of maps.",
        "Write an alias of a map, such as `<<: *common`, or a list of such aliases.",
      );
      return;
    }
    const places = reader.places?.members.get(source);
    for (const [name, member] of Object.entries(source)) {
      if (!Object.hasOwn(map, name)) {
        setAnyMember(map, name, member);
        notePlace(reader.places, map, name, places?.get(name));
      }
    }
  }
}
