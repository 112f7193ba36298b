import { asMembers, isObject, type JsonObject } from "../../../json-object.ts";
import type { Origins } from "../origins.ts";
import { operationGroups } from "./list-operations.ts";

/** The document with other operations in the place of some, which may be shared by several paths. */
export function replaceOperations(
  root: JsonObject,
  made: ReadonlyMap<unknown, JsonObject>,
  origins: Origins,
): JsonObject {
  if (made.size === 0) {
    return root;
  }
  const replace = (part: unknown, depth: number): unknown => {
    const known = made.get(part);
    if (known !== undefined || depth === 0 || !isObject(part)) {
      return known ?? part;
    }
    const entries = Object.entries(part).map(([key, member]) => [key, replace(member, depth - 1)]);
    return origins.copy(Object.fromEntries(entries) as JsonObject, part);
  };
  const components = asMembers(root.components);
  const entries = Object.entries(root).map(([key, member]) => [
    key,
    operationGroups.some((group) => group === key) ? replace(member, 3) : member,
  ]);
  const { pathItems } = components;
  const shared =
    pathItems === undefined
      ? {}
      : {
          components: origins.copy({ ...components, pathItems: replace(pathItems, 3) }, components),
        };
  return origins.copy({ ...Object.fromEntries(entries), ...shared } as JsonObject, root);
}
