import type { Schema } from "../../../../document/model/model.ts";

/** Keywords that no value depends on. */
const annotations: ReadonlySet<string> = new Set([
  "location",
  "id",
  "anchor",
  "dynamicAnchor",
  "dynamicAnchors",
  "title",
  "description",
  "default",
  "deprecated",
  "readOnly",
  "writeOnly",
  "examples",
  "xml",
  "externalDocs",
  "extensions",
  "discriminator",
  "isNullAdded",
  "defs",
]);

/** The keywords of a schema on which its values depend. */
export function listConstraints(schema: Schema): readonly string[] {
  return Object.keys(schema).filter((keyword) => !annotations.has(keyword));
}

/** The name of the component whose values are those of a schema: of a reference, or of `allOf` with nothing else. */
export function findComponent(
  schema: Schema,
  components: ReadonlyMap<string, Schema>,
): string | undefined {
  const constraints = listConstraints(schema);
  const [only] = constraints;
  if (constraints.length !== 1) {
    return undefined;
  }
  if (only === "ref") {
    const { name, target } = schema.ref ?? {};
    return name !== undefined && components.get(name) === target ? name : undefined;
  }
  if (only === "allOf" || only === "oneOf" || only === "anyOf") {
    const [part] = schema[only] ?? [];
    return part !== undefined && schema[only]?.length === 1
      ? findComponent(part, components)
      : undefined;
  }
  return undefined;
}
