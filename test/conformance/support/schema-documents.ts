/** A place in a JSON document that may be a schema. */
export interface SchemaNode {
  readonly value: unknown;
  /** The absolute URI of the schema resource that it belongs to, without a fragment. */
  readonly base: string;
  /** JSON Pointer from the document's root. */
  readonly pointer: string;
}

/** Documents of JSON Schema with what `$id`, `$anchor` and `$dynamicAnchor` make of them. */
export interface SchemaDocuments {
  /** What a reference points to, seen from a resource. */
  readonly resolve: (reference: string, base: string) => SchemaNode;
  /** The schemas of a resource by `$dynamicAnchor`. */
  readonly dynamicAnchors: (base: string) => ReadonlyMap<string, SchemaNode>;
  /** The resource that a value belongs to when its surroundings are of `base`. */
  readonly baseOf: (value: unknown, base: string) => string;
  /** The root of the document that a resource stands in, for `$schema`. */
  readonly rootOf: (base: string) => unknown;
}

const keywordsOfOne =
  "items contains unevaluatedItems additionalProperties propertyNames unevaluatedProperties not if then else contentSchema";
const single = keywordsOfOne.split(" ");
const lists = ["prefixItems", "allOf", "anyOf", "oneOf"];
const maps = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];

/** Reads documents by URI (JSON Schema 2020-12 Core, section 8.2). */
export function createSchemaDocuments(documents: ReadonlyMap<string, unknown>): SchemaDocuments {
  const resources = new Map<string, SchemaNode>();
  const roots = new Map<string, unknown>();
  const anchors = new Map<string, SchemaNode>();
  const dynamic = new Map<string, Map<string, SchemaNode>>();

  const baseOf = (value: unknown, base: string): string =>
    isObject(value) && typeof value.$id === "string" ? absolute(value.$id, base) : base;
  const index = (outer: SchemaNode, root: unknown): void => {
    const base = baseOf(outer.value, outer.base);
    const node = { ...outer, base };
    if (base !== outer.base || outer.pointer === "") {
      resources.set(base, node);
      roots.set(base, root);
    }
    if (!isObject(node.value)) {
      return;
    }
    const { $anchor, $dynamicAnchor } = node.value;
    for (const anchor of [$anchor, $dynamicAnchor]) {
      if (typeof anchor === "string") {
        anchors.set(`${base}#${anchor}`, node);
      }
    }
    if (typeof $dynamicAnchor === "string") {
      const ofResource = dynamic.get(base) ?? new Map<string, SchemaNode>();
      dynamic.set(base, ofResource.set($dynamicAnchor, node));
    }
    for (const [pointer, value] of subschemas(node.value)) {
      index({ value, base, pointer: node.pointer + pointer }, root);
    }
  };
  for (const [uri, value] of documents) {
    const node = { value, base: uri, pointer: "" };
    resources.set(uri, node);
    roots.set(uri, value);
    index(node, value);
  }

  const resolve = (reference: string, base: string): SchemaNode => {
    const [uri = "", fragment = ""] = absoluteReference(reference, base).split("#");
    const resource = resources.get(uri);
    const target = fragment.startsWith("/")
      ? follow(resource, decodeURIComponent(fragment), baseOf)
      : fragment === ""
        ? resource
        : anchors.get(`${uri}#${fragment}`);
    if (target === undefined) {
      throw new Error(`Nothing is at ${reference} from ${base}.`);
    }
    return target;
  };
  return {
    resolve,
    baseOf,
    dynamicAnchors: (base) => dynamic.get(base) ?? new Map(),
    rootOf: (base) => roots.get(base),
  };
}

function follow(
  start: SchemaNode | undefined,
  pointer: string,
  baseOf: SchemaDocuments["baseOf"],
): SchemaNode | undefined {
  let node = start;
  for (const segment of pointer.split("/").slice(1)) {
    const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    const container: unknown = node?.value;
    if (node === undefined || typeof container !== "object" || container === null) {
      return undefined;
    }
    const value = (container as Readonly<Record<string, unknown>>)[key];
    node = { value, base: baseOf(value, node.base), pointer: `${node.pointer}/${segment}` };
  }
  return node?.value === undefined ? undefined : node;
}

function* subschemas(schema: Readonly<Record<string, unknown>>): Generator<[string, unknown]> {
  for (const keyword of single) {
    if (schema[keyword] !== undefined) {
      yield [`/${keyword}`, schema[keyword]];
    }
  }
  for (const keyword of [...lists, ...maps]) {
    const value = schema[keyword];
    if (typeof value === "object" && value !== null) {
      for (const [key, part] of Object.entries(value)) {
        yield [`/${keyword}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, part];
      }
    }
  }
}

function absolute(reference: string, base: string): string {
  return absoluteReference(reference, base).split("#")[0] ?? "";
}

function absoluteReference(reference: string, base: string): string {
  return reference.startsWith("#") ? base + reference : new URL(reference, base).href;
}

/** Whether a value is an object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
