import { isKeptOut } from "../../../document/model/directions/kept-out.ts";
import type { Schema } from "../../../document/model/model.ts";
import { cutDescription } from "../cut-description.ts";

/** A schema as JSON. */
export type JsonSchema = Record<string, unknown>;

/** How much of a schema is written. */
export interface SchemaDetail {
  /** The levels of schemas in each other. Deeper schemas accept anything of their type. */
  readonly levels: number;
  /** The characters of each description. 0 leaves them out. */
  readonly longest: number;
  /** True to write each referenced schema once, below `$defs`. Otherwise only circular ones are there. */
  readonly hasDefinitions: boolean;
  /** True to write `title`, `examples`, `writeOnly` and the anchors of definitions too, which help a model little. Default: false. */
  readonly isWhole?: boolean;
}

/** Writes the schemas of one tool as JSON Schema 2020-12. */
export interface SchemaWriter {
  readonly write: (schema: Schema) => JsonSchema;
  /** The schemas to which the written ones refer, for `$defs`. */
  readonly listDefinitions: () => ReadonlyMap<string, JsonSchema>;
  /** True when something was left out. */
  readonly isShortened: () => boolean;
}

/** More schemas than this in a tool are not useful to a model, and inlined references could make exponentially many. */
const maximumSchemas = 3_000;

/**
 * Opens a writer for values that are sent to the service: properties that are `readOnly` are left out. References lead
 * to no other document: their targets are written in their place, or below `$defs`.
 *
 * @example
 * ```ts
 * import { createSchemaWriter, loadModel } from "specwright";
 *
 * const { model } = loadModel("openapi.yaml");
 * const writer = createSchemaWriter({ levels: 40, longest: 1_000, hasDefinitions: true });
 * const written = [...model.components.schemas.values()].map(writer.write);
 * console.log({ $defs: Object.fromEntries(writer.listDefinitions()), anyOf: written });
 * ```
 */
export function createSchemaWriter(detail: SchemaDetail): SchemaWriter {
  const state: State = {
    detail,
    names: new Map(),
    pending: [],
    definitions: new Map(),
    anchors: new Set(),
    left: maximumSchemas,
    isShortened: false,
  };
  return {
    write: (schema) => {
      const written = writeSchema(schema, state, new Set(), 0);
      // A definition may need further ones.
      for (
        let target = state.pending.shift();
        target !== undefined;
        target = state.pending.shift()
      ) {
        const name = state.names.get(target) ?? "";
        const definition = writeSchema(target, state, new Set([target]), 1);
        state.definitions.set(name, { ...writeAnchor(target, state), ...definition });
      }
      return written;
    },
    listDefinitions: () => state.definitions,
    isShortened: () => state.isShortened,
  };
}

interface State {
  readonly detail: SchemaDetail;
  /** The names of the targets that are definitions. */
  readonly names: Map<Schema, string>;
  /** The targets that have a name and are not written yet. */
  readonly pending: Schema[];
  readonly definitions: Map<string, JsonSchema>;
  readonly anchors: Set<string>;
  left: number;
  isShortened: boolean;
}

/** @param path the targets that this schema is inside of */
function writeSchema(
  schema: Schema,
  state: State,
  path: ReadonlySet<Schema>,
  depth: number,
): JsonSchema {
  state.left -= 1;
  if (schema.boolean !== undefined) {
    return schema.boolean ? {} : { not: {} };
  }
  if (depth > state.detail.levels || state.left < 0) {
    state.isShortened = true;
    return { ...writeTypes(schema), ...writeDescription(schema, state) };
  }
  const { ref, dynamicReference } = schema;
  const own = writeKeywords(schema, state, path, depth);
  const target = ref?.target ?? dynamicReference?.target;
  if (target === undefined) {
    return own;
  }
  const name = ref?.name ?? dynamicReference?.name;
  const written = writeTarget(target, name, state, path, depth);
  // A keyword of both would be lost when the objects are merged.
  const isSafe = Object.keys(own).every(
    (key) => key === "description" || key === "title" || !Object.hasOwn(written, key),
  );
  if (isSafe) {
    return { ...written, ...own };
  }
  const { allOf = [], ...others } = own;
  return { ...others, allOf: [...(allOf as readonly JsonSchema[]), written] };
}

function writeTarget(
  target: Schema,
  name: string | undefined,
  state: State,
  path: ReadonlySet<Schema>,
  depth: number,
): JsonSchema {
  const isDefinition =
    path.has(target) ||
    (state.detail.hasDefinitions &&
      (target.properties ?? target.allOf ?? target.oneOf) !== undefined);
  if (!isDefinition) {
    return writeSchema(target, state, new Set([...path, target]), depth);
  }
  if (!state.names.has(target)) {
    state.names.set(target, nameDefinition(name, state));
    state.pending.push(target);
  }
  return { $ref: `#/$defs/${state.names.get(target)}` };
}

/** A name that needs no escape in a pointer. */
function nameDefinition(name = "schema", { names }: State): string {
  const taken = new Set(names.values());
  const plain = name.replace(/[^\w.-]+/g, "_").slice(0, 60);
  return taken.has(plain) ? `${plain}_${taken.size + 1}` : plain;
}

function writeTypes({ types }: Schema): JsonSchema {
  return types === undefined ? {} : { type: types.length === 1 ? types[0] : [...types] };
}

function writeDescription({ description }: Schema, { detail }: State): JsonSchema {
  return description === undefined || detail.longest === 0
    ? {}
    : { description: cutDescription(description, detail.longest) };
}

/** Anchors of several files may be equal, but those of one schema may not. */
function writeAnchor({ anchor }: Schema, { detail, anchors }: State): JsonSchema {
  if (detail.isWhole !== true || anchor === undefined || anchors.has(anchor)) {
    return {};
  }
  anchors.add(anchor);
  return { $anchor: anchor };
}

/** Keywords whose values are copied. `title`, `examples` and `xml` help a model little. */
const copied = [
  ...["enum", "format", "contentMediaType", "contentEncoding"],
  ...["multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"],
  ...[
    "maxLength",
    "minLength",
    "maxItems",
    "minItems",
    "uniqueItems",
    "minContains",
    "maxContains",
  ],
  ...["maxProperties", "minProperties", "deprecated"],
] as const satisfies readonly (keyof Schema)[];

const onlyInWhole = ["title", "examples", "writeOnly"] as const;

/** Keywords that hold one schema. */
const single = [
  ...["items", "contains", "unevaluatedItems", "additionalProperties", "propertyNames"],
  ...["unevaluatedProperties", "not", "if", "then", "else", "contentSchema"],
] as const satisfies readonly (keyof Schema)[];

/** Everything but references. */
function writeKeywords(
  schema: Schema,
  state: State,
  path: ReadonlySet<Schema>,
  depth: number,
): JsonSchema {
  const write = (part: Schema): JsonSchema | boolean =>
    part.boolean ?? writeSchema(part, state, path, depth + 1);
  const written: JsonSchema = { ...writeTypes(schema), ...writeDescription(schema, state) };
  const isWhole = state.detail.isWhole === true;
  for (const keyword of isWhole ? [...copied, ...onlyInWhole] : copied) {
    if (schema[keyword] !== undefined) {
      written[keyword] = schema[keyword];
    }
  }
  if (schema.const !== undefined) {
    written.const = schema.const.value;
  }
  if (schema.default !== undefined) {
    written.default = schema.default.value;
  }
  if (schema.pattern !== undefined && isPattern(schema.pattern)) {
    written.pattern = schema.pattern;
  }
  for (const keyword of single) {
    const part = schema[keyword];
    if (part !== undefined) {
      written[keyword] = write(part);
    }
  }
  for (const keyword of ["prefixItems", "allOf", "anyOf", "oneOf"] as const) {
    const parts = schema[keyword];
    if (parts !== undefined && parts.length > 0) {
      written[keyword] = parts.map(write);
    }
  }
  const patterns = [...(schema.patternProperties ?? [])].filter(([pattern]) => isPattern(pattern));
  if (patterns.length > 0) {
    written.patternProperties = mapEntries(patterns, write);
  }
  return { ...written, ...writeProperties(schema, write), ...writeDependencies(schema, write) };
}

function writeProperties(
  { properties, required }: Schema,
  write: (part: Schema) => unknown,
): JsonSchema {
  const all = [...(properties ?? [])];
  const hidden = new Set(
    all.filter(([, property]) => isKeptOut(property, "request")).map(([name]) => name),
  );
  const needed = [...new Set(required)].filter((name) => !hidden.has(name));
  return {
    ...(properties !== undefined && {
      properties: mapEntries(
        all.filter(([name]) => !hidden.has(name)),
        write,
      ),
    }),
    ...(needed.length > 0 && { required: needed }),
  };
}

function writeDependencies(
  { dependentRequired, dependentSchemas }: Schema,
  write: (part: Schema) => unknown,
): JsonSchema {
  return {
    ...(dependentRequired !== undefined && {
      dependentRequired: mapEntries([...dependentRequired], (names) => [...new Set(names)]),
    }),
    ...(dependentSchemas !== undefined && {
      dependentSchemas: mapEntries([...dependentSchemas], write),
    }),
  };
}

/** Entries make an own member of every name, also of `__proto__`. */
function mapEntries<Value>(
  entries: readonly (readonly [string, Value])[],
  change: (value: Value) => unknown,
): JsonSchema {
  return Object.fromEntries(entries.map(([name, value]) => [name, change(value)] as const));
}

/** Validators of JSON Schema compile patterns with the flag `u`, and refuse a schema whose pattern does not compile. */
function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}
