import { isArrayOrObject } from "../../json-object.ts";

/** Returns whether some `$ref` leads to another place than a pointer in the same file. */
export function refersToFiles(value: unknown): boolean {
  const open = [value];
  const seen = new Set<object>();
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (isArrayOrObject(part) && !seen.has(part)) {
      seen.add(part);
      if (typeof part.$ref === "string" && !part.$ref.startsWith("#")) {
        return true;
      }
      for (const member of Object.values(part)) {
        if (isArrayOrObject(member)) {
          open.push(member);
        }
      }
    }
  }
  return false;
}
