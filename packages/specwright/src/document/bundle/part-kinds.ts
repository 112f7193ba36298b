/** The kind of a part of a document. Bundling treats each kind differently. */
export type PartKind =
  | "document"
  | "components"
  | "pathItem"
  | "operation"
  | "callback"
  | "parameter"
  | "header"
  | "requestBody"
  | "response"
  | "link"
  | "example"
  | "mediaType"
  | "encoding"
  | "schema"
  | "discriminator"
  | "securityScheme"
  | "data"
  | "literal"
  | "other"
  | "extension";

/** The kind of a member, and whether the member is one part or a list or map of parts. */
export interface MemberKind {
  readonly kind: PartKind;
  readonly isEach: boolean;
}

/** The section of `components` to which parts of a kind are moved. Parts of other kinds replace the references to them. */
export const sectionOf: ReadonlyMap<PartKind, string> = new Map([
  ["schema", "schemas"],
  ["response", "responses"],
  ["parameter", "parameters"],
  ["example", "examples"],
  ["requestBody", "requestBodies"],
  ["header", "headers"],
  ["securityScheme", "securitySchemes"],
  ["link", "links"],
  ["callback", "callbacks"],
]);

/**
 * The kind of a part's member (OpenAPI 3.1, section 4.8; JSON Schema 2020-12). Members that are not listed are
 * extensions, in which anything can be.
 */
export function findMemberKind(parent: PartKind, name: string): MemberKind {
  if (parent === "callback" && !name.startsWith("x-")) {
    return { kind: "pathItem", isEach: false };
  }
  return kinds.get(parent)?.get(name) ?? extension;
}

const extension: MemberKind = { kind: "extension", isEach: false };

const one = (kind: PartKind): MemberKind => ({ kind, isEach: false });
const each = (kind: PartKind): MemberKind => ({ kind, isEach: true });

function all(
  names: string,
  kind: MemberKind,
): readonly (readonly [name: string, kind: MemberKind])[] {
  return names.split(" ").map((name) => [name, kind] as const);
}

const contentMembers = [
  ...all("schema itemSchema", one("schema")),
  ...all("content", each("mediaType")),
  ...all("headers", each("header")),
  ...all("examples", each("example")),
  ...all("example", one("data")),
] as const;

const kinds: ReadonlyMap<PartKind, ReadonlyMap<string, MemberKind>> = new Map(
  Object.entries({
    document: [
      ...all("paths webhooks", each("pathItem")),
      // GitHub and Redoc use this name for webhooks in OpenAPI 3.0.
      ...all("x-webhooks", each("pathItem")),
      ...all("components", one("components")),
      ...all("info tags servers security externalDocs", one("other")),
    ],
    other: all("contact license externalDocs variables", one("other")),
    components: [
      ...[...sectionOf].map(([kind, section]) => [section, each(kind)] as const),
      ...all("pathItems", each("pathItem")),
      ...all("mediaTypes", each("mediaType")),
    ],
    pathItem: [
      ...all("parameters", each("parameter")),
      ...all("servers", one("other")),
      ...all("additionalOperations", each("operation")),
      ...all("get put post delete options head patch trace query", one("operation")),
    ],
    operation: [
      ...all("parameters", each("parameter")),
      ...all("requestBody", one("requestBody")),
      ...all("responses", each("response")),
      ...all("callbacks", each("callback")),
      ...all("tags servers security externalDocs", one("other")),
    ],
    parameter: contentMembers,
    header: contentMembers,
    requestBody: contentMembers,
    response: [...contentMembers, ...all("links", each("link"))],
    link: all("parameters requestBody", one("data")),
    example: all("value dataValue", one("data")),
    mediaType: [...contentMembers, ...all("encoding", each("encoding"))],
    encoding: all("headers", each("header")),
    schema: [
      ...all(
        "items contains unevaluatedItems additionalProperties propertyNames unevaluatedProperties not if then else contentSchema",
        one("schema"),
      ),
      ...all("prefixItems allOf anyOf oneOf", each("schema")),
      ...all("properties patternProperties dependentSchemas $defs definitions", each("schema")),
      ...all("discriminator", one("discriminator")),
      ...all("enum const default examples", one("literal")),
      ...all("example", one("data")),
    ],
  }).map(
    // The keys above are kinds.
    ([kind, members]) => [kind as PartKind, new Map(members)] as const,
  ),
);
