import { isObject } from "../../json-object.ts";
import type { Origins } from "./origins.ts";

/** Members whose values are data, and not parts of the document. */
const data = new Set(["example", "default", "enum", "const", "value"]);

/** Members whose own members have names that the author chose. */
const maps = new Set([
  ...["properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "schemas"],
  ...["responses", "headers", "parameters", "requestBodies", "content", "encoding", "examples"],
  ...["callbacks", "pathItems", "paths", "webhooks", "securitySchemes", "variables"],
]);

/**
 * The new value of a member whose name has a meaning in the document, in a list; an empty list removes the member.
 * Undefined where the parts inside it are changed instead.
 */
export type ChangeMember = (
  name: string,
  member: unknown,
  owner: Readonly<Record<string, unknown>>,
) => readonly unknown[] | undefined;

/** Changes members wherever a document has them, but not in data such as examples. A value that does not change stays the same object. */
export function rewriteParts(
  value: unknown,
  change: ChangeMember,
  origins: Origins,
  key: string = "",
): unknown {
  if (Array.isArray(value)) {
    if (key === "examples") {
      return value;
    }
    const items = value.map((item: unknown) => rewriteParts(item, change, origins));
    return items.every((item, index) => item === value[index]) ? value : origins.copy(items, value);
  }
  if (!isObject(value)) {
    return value;
  }
  const isMap = maps.has(key);
  const before = Object.entries(value);
  const after = before.flatMap(([name, member]): [string, unknown][] => {
    if (isMap) {
      return [[name, rewriteParts(member, change, origins)]];
    }
    const changed =
      change(name, member, value) ??
      (data.has(name) ? [member] : [rewriteParts(member, change, origins, name)]);
    return changed.map((each) => [name, each]);
  });
  const isSame =
    after.length === before.length && after.every(([name, member]) => member === value[name]);
  return isSame ? value : origins.copy(Object.fromEntries(after), value);
}
