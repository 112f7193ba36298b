import type { JsonObject } from "../../../json-object.ts";
import { escapeSegment } from "../../../text/pointer.ts";

/**
 * Calls `visit` for every schema in a value, parents first, with its JSON Pointer in the file. Examples, enums,
 * defaults and unknown keywords contain data, not schemas. Only objects are visited, because boolean schemas have no
 * identifiers.
 *
 * @param kind The kind of the value: an OpenAPI document, a schema, or any other part of a document.
 * @param visit Returns false for a schema that was visited before, to skip its parts.
 */
export function visitSchemas(
  value: unknown,
  pointer: string,
  kind: "document" | "schema" | "part",
  visit: (schema: JsonObject, pointer: string) => boolean,
): void {
  walk(value, pointer, kind, { visit, seen: new Set() });
}

interface Walk {
  readonly visit: (schema: JsonObject, pointer: string) => boolean;
  /** Visited objects other than schemas. With YAML aliases, one object can be in many places. */
  readonly seen: Set<object>;
}

function walk(value: unknown, pointer: string, kind: Kind, state: Walk): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return;
  }
  // The checks above leave objects.
  const parent = value as JsonObject;
  if (kind === "schema" ? !state.visit(parent, pointer) : state.seen.has(value)) {
    return;
  }
  state.seen.add(value);
  for (const name of Object.keys(parent)) {
    const shape = findMemberShape(kind, name);
    if (shape !== undefined) {
      const place = `${pointer}/${escapeSegment(name)}`;
      if (typeof shape === "string") {
        walk(parent[name], place, shape, state);
      } else {
        walkEach(parent[name], place, shape.each, state);
      }
    }
  }
}

/** Visits the elements of a list, or the members of a map. */
function walkEach(value: unknown, pointer: string, kind: Kind, state: Walk): void {
  if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      walk(member, `${pointer}/${escapeSegment(name)}`, kind, state);
    }
  }
}

function findMemberShape(kind: Kind, name: string): Shape | undefined {
  return kind === "callback" ? "pathItem" : members[kind].get(name);
}

type Kind =
  | "document"
  | "components"
  | "pathItem"
  | "operation"
  | "callback"
  | "parameter"
  | "content"
  | "mediaType"
  | "encoding"
  | "schema"
  | "part";

/** The shape of a member: one part, or a list or map of parts. */
type Shape = Kind | { readonly each: Kind };

const eachOfKind = (kind: Kind): Shape => ({ each: kind });

/** Keywords of JSON Schema 2020-12 whose value is a schema. */
export const singleKeywords = [
  "items",
  "contains",
  "unevaluatedItems",
  "additionalProperties",
  "propertyNames",
  "unevaluatedProperties",
  "not",
  "if",
  "then",
  "else",
  "contentSchema",
] as const;

/** Keywords whose value is a list of schemas. */
export const listKeywords = ["prefixItems", "allOf", "anyOf", "oneOf"] as const;

const schemaMembers: readonly (readonly [string, Shape])[] = [
  ...singleKeywords.map((keyword) => [keyword, "schema"] as const),
  ...listKeywords.map((keyword) => [keyword, eachOfKind("schema")] as const),
  ...["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"].map(
    (keyword) => [keyword, eachOfKind("schema")] as const,
  ),
];
const contentMembers: readonly (readonly [string, Shape])[] = [
  ["schema", "schema"],
  ["content", eachOfKind("mediaType")],
  ["headers", eachOfKind("parameter")],
];
const componentMembers: readonly (readonly [string, Shape])[] = [
  ["schemas", eachOfKind("schema")],
  ["responses", eachOfKind("content")],
  ["parameters", eachOfKind("parameter")],
  ["requestBodies", eachOfKind("content")],
  ["headers", eachOfKind("parameter")],
  ["callbacks", eachOfKind("callback")],
  ["pathItems", eachOfKind("pathItem")],
  ["mediaTypes", eachOfKind("mediaType")],
];
const operationMembers: readonly (readonly [string, Shape])[] = [
  ["parameters", eachOfKind("parameter")],
  ["requestBody", "content"],
  ["responses", eachOfKind("content")],
  ["callbacks", eachOfKind("callback")],
];
const methods = "get put post delete options head patch trace query".split(" ");
const pathItemMembers: readonly (readonly [string, Shape])[] = [
  ["parameters", eachOfKind("parameter")],
  ["additionalOperations", eachOfKind("operation")],
  ...methods.map((method) => [method, "operation"] as const),
];
const mediaTypeMembers: readonly (readonly [string, Shape])[] = [
  ["schema", "schema"],
  ["itemSchema", "schema"],
  ["encoding", eachOfKind("encoding")],
];
const documentMembers: readonly (readonly [string, Shape])[] = [
  ["paths", eachOfKind("pathItem")],
  ["webhooks", eachOfKind("pathItem")],
  ["components", "components"],
];

/** The places of schemas in OpenAPI 3.1 and 3.2 (section 4.8). `part` has the members of all kinds. */
const members: Readonly<Record<Exclude<Kind, "callback">, ReadonlyMap<string, Shape>>> = {
  document: new Map(documentMembers),
  components: new Map(componentMembers),
  pathItem: new Map(pathItemMembers),
  operation: new Map(operationMembers),
  parameter: new Map(contentMembers),
  content: new Map(contentMembers),
  mediaType: new Map(mediaTypeMembers),
  encoding: new Map([["headers", eachOfKind("parameter")]]),
  schema: new Map(schemaMembers),
  part: new Map([
    ...documentMembers,
    ...componentMembers,
    ...pathItemMembers,
    ...operationMembers,
    ...mediaTypeMembers,
    ...contentMembers,
  ]),
};
