import { isKeptOut } from "../../document/model/directions/kept-out.ts";
import type { Schema } from "../../document/model/model.ts";

/** An object whose members can be arguments. */
export interface PlainObject {
  /** Without those that are `readOnly`. */
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
}

/** Keywords that do not change which members an object may have. */
const harmless: ReadonlySet<string> = new Set<keyof Schema>([
  ...([
    "location",
    "types",
    "properties",
    "required",
    "allOf",
    "ref",
    "additionalProperties",
  ] as const),
  ...([
    "title",
    "description",
    "default",
    "deprecated",
    "examples",
    "xml",
    "externalDocs",
  ] as const),
  ...(["extensions", "discriminator", "minProperties", "id", "anchor", "variant", "defs"] as const),
]);

/** A call with more arguments is better described by the schema of its body. */
const maximumProperties = 100;

/** References in references and `allOf` in `allOf` beyond this are not plain. */
const deepest = 8;

/**
 * The members of a schema that is described by nothing but its properties, also by those of several schemas in `allOf`.
 * Undefined for other schemas, such as alternatives, and for objects with members of any name.
 */
export function readPlainObject(schema: Schema): PlainObject | undefined {
  const properties = new Map<string, Schema>();
  const required = new Set<string>();
  const isPlain = collect(schema, properties, required, 0);
  for (const [name, property] of properties) {
    if (isKeptOut(property, "request")) {
      properties.delete(name);
      required.delete(name);
    }
  }
  const isUsable = properties.size > 0 && properties.size <= maximumProperties;
  return isPlain && isUsable && [...required].every((name) => properties.has(name))
    ? { properties, required }
    : undefined;
}

/** Returns false when a part is not plain, or two parts describe one member. */
function collect(
  schema: Schema,
  properties: Map<string, Schema>,
  required: Set<string>,
  depth: number,
): boolean {
  const { types, additionalProperties, allOf = [], ref } = schema;
  const isObject = types === undefined || (types.length === 1 && types[0] === "object");
  const isListed = additionalProperties === undefined || additionalProperties.boolean === false;
  if (
    depth > deepest ||
    !isObject ||
    !isListed ||
    Object.keys(schema).some((keyword) => !harmless.has(keyword))
  ) {
    return false;
  }
  for (const name of schema.required ?? []) {
    required.add(name);
  }
  for (const [name, property] of schema.properties ?? []) {
    if (properties.has(name)) {
      return false;
    }
    properties.set(name, property);
  }
  const parts = ref === undefined ? allOf : [ref.target, ...allOf];
  return parts.every((part) => collect(part, properties, required, depth + 1));
}
