import type { SourceFile } from "../files/source-file.ts";

/** The URI of the metaschema of JSON Schema 2020-12. */
export const metaschemaUri = "https://json-schema.org/draft/2020-12/schema";

/** The vocabulary with the keywords of JSON Schema Validation, section 6. */
export const validationVocabulary = "https://json-schema.org/draft/2020-12/vocab/validation";

/**
 * The metaschema of JSON Schema 2020-12 with this URI: the dialect or a vocabulary (Core, sections 8 to 11; Validation,
 * sections 6 to 9). References find these without a local copy. Undefined for every other URI.
 */
export function findMetaschemaFile(uri: string): SourceFile | undefined {
  const name = uri.startsWith(base) ? uri.slice(base.length) : "";
  const value =
    name === "schema" ? buildDialect() : buildVocabularySchema(name.replace(/^meta\//, ""));
  return value === undefined || (name !== "schema" && !name.startsWith("meta/"))
    ? undefined
    : { path: uri, name: uri, hash: "", value, mayIdentify: true, uri };
}

type Json = Readonly<Record<string, unknown>>;

const base = "https://json-schema.org/draft/2020-12/";

const vocabularies = [
  "core",
  "applicator",
  "unevaluated",
  "validation",
  "meta-data",
  "format-annotation",
  "content",
] as const;

/** Any schema of the dialect in use: `$dynamicRef` leads to the outermost metaschema. */
const schema: Json = { $dynamicRef: "#meta" };
const mapOfSchemas: Json = { type: "object", additionalProperties: schema };
const mapOfSchemasOrNone: Json = { ...mapOfSchemas, default: {} };
const text: Json = { type: "string" };
const flag: Json = { type: "boolean" };
const flagOrFalse: Json = { type: "boolean", default: false };
const readOwnVocabulary = (name: string): Json => ({ $ref: `#/$defs/${name}` });

function buildMetaschema(name: string, vocabulary: readonly string[], body: Json): Json {
  return {
    $schema: metaschemaUri,
    $id: base + name,
    $vocabulary: Object.fromEntries(vocabulary.map((part) => [`${base}vocab/${part}`, true])),
    $dynamicAnchor: "meta",
    type: ["object", "boolean"],
    ...body,
  };
}

/** It also describes keywords of older drafts, so that their names are not used for anything else. */
function buildDialect(): Json {
  return buildMetaschema("schema", vocabularies, {
    allOf: vocabularies.map((name) => ({ $ref: `meta/${name}` })),
    properties: {
      definitions: { ...mapOfSchemasOrNone, deprecated: true },
      dependencies: {
        type: "object",
        additionalProperties: {
          anyOf: [schema, { $ref: "meta/validation#/$defs/stringArray" }],
        },
        deprecated: true,
        default: {},
      },
      $recursiveAnchor: { $ref: "meta/core#/$defs/anchorString", deprecated: true },
      $recursiveRef: { $ref: "meta/core#/$defs/uriReferenceString", deprecated: true },
    },
  });
}

function buildVocabularySchema(name: string): Json | undefined {
  const body = bodies.get(name);
  return body === undefined ? undefined : buildMetaschema(`meta/${name}`, [name], body);
}

const core: Json = {
  properties: {
    $id: { ...readOwnVocabulary("uriReferenceString"), pattern: "^[^#]*#?$" },
    $schema: readOwnVocabulary("uriString"),
    $ref: readOwnVocabulary("uriReferenceString"),
    $anchor: readOwnVocabulary("anchorString"),
    $dynamicRef: readOwnVocabulary("uriReferenceString"),
    $dynamicAnchor: readOwnVocabulary("anchorString"),
    $vocabulary: {
      type: "object",
      propertyNames: readOwnVocabulary("uriString"),
      additionalProperties: flag,
    },
    $comment: text,
    $defs: mapOfSchemas,
  },
  $defs: {
    anchorString: { type: "string", pattern: "^[A-Za-z_][-A-Za-z0-9._]*$" },
    uriString: { type: "string", format: "uri" },
    uriReferenceString: { type: "string", format: "uri-reference" },
  },
};

const applicator: Json = {
  properties: {
    prefixItems: readOwnVocabulary("schemaArray"),
    items: schema,
    contains: schema,
    additionalProperties: schema,
    properties: mapOfSchemasOrNone,
    patternProperties: { ...mapOfSchemasOrNone, propertyNames: { format: "regex" } },
    dependentSchemas: mapOfSchemasOrNone,
    propertyNames: schema,
    if: schema,
    // biome-ignore lint/suspicious/noThenProperty: it is the keyword's name.
    then: schema,
    else: schema,
    allOf: readOwnVocabulary("schemaArray"),
    anyOf: readOwnVocabulary("schemaArray"),
    oneOf: readOwnVocabulary("schemaArray"),
    not: schema,
  },
  $defs: { schemaArray: { type: "array", minItems: 1, items: schema } },
};

const number: Json = { type: "number" };
const count = readOwnVocabulary("nonNegativeInteger");
const countOrZero = readOwnVocabulary("nonNegativeIntegerDefault0");

const validation: Json = {
  properties: {
    type: {
      anyOf: [
        readOwnVocabulary("simpleTypes"),
        { type: "array", items: readOwnVocabulary("simpleTypes"), minItems: 1, uniqueItems: true },
      ],
    },
    const: true,
    enum: { type: "array", items: true },
    multipleOf: { type: "number", exclusiveMinimum: 0 },
    maximum: number,
    exclusiveMaximum: number,
    minimum: number,
    exclusiveMinimum: number,
    maxLength: count,
    minLength: countOrZero,
    pattern: { type: "string", format: "regex" },
    maxItems: count,
    minItems: countOrZero,
    uniqueItems: flagOrFalse,
    maxContains: count,
    minContains: { ...count, default: 1 },
    maxProperties: count,
    minProperties: countOrZero,
    required: readOwnVocabulary("stringArray"),
    dependentRequired: { type: "object", additionalProperties: readOwnVocabulary("stringArray") },
  },
  $defs: {
    nonNegativeInteger: { type: "integer", minimum: 0 },
    nonNegativeIntegerDefault0: { ...count, default: 0 },
    simpleTypes: { enum: ["array", "boolean", "integer", "null", "number", "object", "string"] },
    stringArray: { type: "array", items: text, uniqueItems: true, default: [] },
  },
};

const bodies: ReadonlyMap<string, Json> = new Map<string, Json>([
  ["core", core],
  ["applicator", applicator],
  ["unevaluated", { properties: { unevaluatedItems: schema, unevaluatedProperties: schema } }],
  ["validation", validation],
  [
    "meta-data",
    {
      properties: {
        title: text,
        description: text,
        default: true,
        deprecated: flagOrFalse,
        readOnly: flagOrFalse,
        writeOnly: flagOrFalse,
        examples: { type: "array", items: true },
      },
    },
  ],
  ["format-annotation", { properties: { format: text } }],
  ["format-assertion", { properties: { format: text } }],
  [
    "content",
    { properties: { contentEncoding: text, contentMediaType: text, contentSchema: schema } },
  ],
]);
