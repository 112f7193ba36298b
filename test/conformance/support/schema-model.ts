import type { Model, Schema } from "../../../packages/specwright/src/model/model.ts";
import { emptyModel } from "./empty-model.ts";
import type { SchemaDocuments, SchemaNode } from "./schema-documents.ts";
import { createSchemaDocuments, isObject } from "./schema-documents.ts";

type Draft = { -readonly [Key in keyof Schema]: Schema[Key] } & Record<string, unknown>;

const own = "https://test.specwright.example/schema.json";

/** A model with one component for each schema, given as JSON Schema 2020-12; other documents by their URI. */
export function modelOfSchemas(
  schemas: Readonly<Record<string, unknown>>,
  documents: ReadonlyMap<string, unknown> = new Map(),
): Model {
  const uris = Object.keys(schemas).map((_name, index) => (index === 0 ? own : `${own}-${index}`));
  const all = new Map(documents);
  Object.values(schemas).forEach((schema, index) => {
    all.set(uris[index] ?? "", schema);
  });
  const read = createReader(createSchemaDocuments(all));
  const components = Object.entries(schemas).map(
    ([name, value], index) =>
      [name, read({ value, base: uris[index] ?? "", pointer: "" })] as const,
  );
  return emptyModel(new Map(components));
}

function createReader(documents: SchemaDocuments): (node: SchemaNode) => Schema {
  const known = new Map<unknown, Schema>();
  const read = (node: SchemaNode): Schema => {
    const { value } = node;
    const location = { file: "schema.json", pointer: node.pointer };
    if (!isObject(value)) {
      return { location, boolean: value === true };
    }
    const made = known.get(value);
    if (made !== undefined) {
      return made;
    }
    const base = documents.baseOf(value, node.base);
    const draft: Draft = { location };
    known.set(value, draft);
    const validates = hasValidation(documents, base);
    for (const [keyword, member] of Object.entries(value)) {
      readKeyword(draft, keyword, member, { ...node, base, read, documents, validates });
    }
    addAnchors(draft, base, documents, read);
    return draft;
  };
  return read;
}

interface Surroundings extends SchemaNode {
  readonly read: (node: SchemaNode) => Schema;
  readonly documents: SchemaDocuments;
  readonly validates: boolean;
}

function readKeyword(draft: Draft, keyword: string, value: unknown, at: Surroundings): void {
  const { read, base, documents, validates } = at;
  const part = (member: unknown, ...path: readonly string[]): Schema =>
    read({ value: member, base, pointer: [at.pointer, keyword, ...path].join("/") });
  const name = keyword === "$defs" ? "defs" : keyword.replace("$", "");
  if (keyword === "$ref" || keyword === "$dynamicRef") {
    const text = String(value);
    const reference = {
      text,
      get target() {
        return read(documents.resolve(text, base));
      },
    };
    draft[keyword === "$ref" ? "ref" : "dynamicReference"] = reference;
  } else if (asIs.has(keyword) || (validates && validation.has(keyword))) {
    draft[name] = value;
  } else if (keyword === "type" && validates) {
    draft.types = [value].flat() as NonNullable<Schema["types"]>;
  } else if (keyword === "const" && validates) {
    draft.const = { value };
  } else if (keyword === "dependentRequired" && validates) {
    draft.dependentRequired = new Map(Object.entries(value as Record<string, string[]>));
  } else if (maps.has(keyword)) {
    const members = Object.entries(value as Record<string, unknown>);
    draft[name] = new Map(members.map(([key, member]) => [key, part(member, key)]));
  } else if (lists.has(keyword)) {
    draft[name] = (value as unknown[]).map((member, index) => part(member, String(index)));
  } else if (single.has(keyword)) {
    draft[name] = part(value);
  }
}

/** Keywords of the vocabularies by the shape of their value. */
const asIs = new Set("$id $anchor $dynamicAnchor format minContains maxContains".split(" "));
const validation = new Set(
  (
    "enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems " +
    "uniqueItems required maxProperties minProperties"
  ).split(" "),
);
const maps = new Set("properties patternProperties dependentSchemas $defs".split(" "));
const lists = new Set("prefixItems allOf anyOf oneOf".split(" "));
const single = new Set(
  (
    "items contains unevaluatedItems additionalProperties propertyNames unevaluatedProperties not if then else " +
    "contentSchema"
  ).split(" "),
);

/** A metaschema may leave the validation vocabulary out (JSON Schema 2020-12 Core, section 8.1.2). */
function hasValidation(documents: SchemaDocuments, base: string): boolean {
  const root = documents.rootOf(base);
  if (!isObject(root) || typeof root.$schema !== "string") {
    return true;
  }
  const metaschema = documents.resolve(root.$schema, base).value;
  const vocabulary = isObject(metaschema) ? metaschema.$vocabulary : undefined;
  return (
    !isObject(vocabulary) || "https://json-schema.org/draft/2020-12/vocab/validation" in vocabulary
  );
}

function addAnchors(
  draft: Draft,
  base: string,
  documents: SchemaDocuments,
  read: (node: SchemaNode) => Schema,
): void {
  const anchors = documents.dynamicAnchors(base);
  if (anchors.size > 0) {
    Object.defineProperty(draft, "dynamicAnchors", {
      get: () => new Map([...anchors].map(([name, node]) => [name, read(node)])),
    });
  }
}
