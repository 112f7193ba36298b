import type { Schema } from "../model/model.ts";
import { parsePointer } from "../text/pointer.ts";

/**
 * Whether the emitted interfaces have a member for a place inside of a component, so that an index into them is a type:
 * only objects that are printed as such have members, and one that combines others may lead back to itself.
 *
 * @param pointer The JSON Pointer of the place, such as `/components/schemas/Pet/properties/name`. Other places than
 * those of schemas are taken to be there.
 */
export function isReachable(pointer: string, schemas: ReadonlyMap<string, Schema>): boolean {
  const [root, kind, name = "", ...path] = parsePointer(pointer);
  if (root !== "components" || kind !== "schemas") {
    return true;
  }
  let schema = schemas.get(name);
  for (let index = 0; index < path.length; index += 2) {
    const key = path[index + 1] ?? "";
    schema =
      schema === undefined || !isPlainObject(schema)
        ? undefined
        : memberOf(schema, path[index] ?? "", key);
  }
  return schema !== undefined;
}

function isPlainObject(schema: Schema): boolean {
  const { types, ref, dynamicReference, allOf, anyOf, oneOf, enum: values } = schema;
  const isObject = types === undefined || (types.length === 1 && types[0] === "object");
  const combines = [ref, dynamicReference, allOf, anyOf, oneOf, values, schema.const];
  return isObject && combines.every((keyword) => keyword === undefined);
}

function memberOf(schema: Schema, keyword: string, key: string): Schema | undefined {
  if (keyword === "properties") {
    return schema.properties?.get(key);
  }
  // A property of this name takes the place of the definitions.
  const hasDefinitions = keyword === "$defs" && schema.properties?.has("$defs") !== true;
  return hasDefinitions ? schema.defs?.get(key) : undefined;
}
