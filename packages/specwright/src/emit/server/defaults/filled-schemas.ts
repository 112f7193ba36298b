import { visitApplied } from "../../../document/model/applied-parts.ts";
import type { Schema, SchemaReference } from "../../../document/model/model.ts";
import type { SchemaDraft } from "../../../document/model/schema-values.ts";
import { patchSchema } from "../../shared/typescript/discriminators/patch-schema.ts";
import type { TypeFacts } from "../../shared/typescript/type-facts.ts";
import { createSearch } from "./create-search.ts";
import { findFilledAlternatives } from "./find-alternatives.ts";
import { findFilledItems, listFilledDefaults } from "./find-defaults.ts";

/** Schemas of request bodies as handlers receive them: properties that the router fills in are required. */
export interface FilledSchemas {
  /** The schema with its defaults filled in. Returns the same object when its type does not change. */
  readonly fill: (schema: Schema) => Schema;
  /** The components that filled schemas refer to, by name, filled as well. Complete after every body has been filled. */
  readonly named: ReadonlyMap<string, Schema>;
}

interface Filling {
  readonly context: Pick<TypeFacts, "discriminators" | "circles">;
  readonly differs: (schema: Schema) => boolean;
  readonly known: Map<Schema, Schema>;
  readonly named: Map<string, Schema>;
}

/**
 * Prepares for filling the schemas of a document. It visits the same parts as the runtime's plans: see
 * `createDefaultsPlanner`.
 */
export function createFilledSchemas(context: Filling["context"]): FilledSchemas {
  const isDifferent = (schema: Schema): boolean =>
    schema.ref === undefined &&
    schema.properties !== undefined &&
    listOptionalDefaults(schema).length > 0;
  const filling: Filling = {
    context,
    differs: createSearch(isDifferent, (schema) => findFilledParts(schema, context)),
    known: new Map(),
    named: new Map(),
  };
  return { fill: (schema) => fillSchema(schema, filling), named: filling.named };
}

/** The names of members that are optional for callers and always present for handlers. */
function listOptionalDefaults(schema: Schema): readonly string[] {
  return listFilledDefaults(schema, "filled")
    .map(({ name }) => name)
    .filter((name) => schema.required?.includes(name) !== true);
}

/** The parts of a schema that the router fills in and that are visible in its type. */
function findFilledParts(schema: Schema, context: Filling["context"]): readonly Schema[] {
  const { ref, allOf = [], properties, additionalProperties } = schema;
  if (ref !== undefined) {
    // The type of a reference ignores the keywords beside it.
    return isFilledReference(ref, context) ? [ref.target] : [];
  }
  const items = findFilledItems(schema);
  return [
    ...allOf,
    ...findFilledAlternatives(schema).map((alternative) => alternative.schema),
    ...(properties?.values() ?? []),
    ...(items === undefined ? [] : [items]),
    ...(additionalProperties === undefined ? [] : [additionalProperties]),
  ];
}

/**
 * Returns whether a reference leads to a filled schema. It does not if the component is a list of itself: that has to
 * be a type alias, and one alias serves all places. A schema without a name is written out in each place that refers to
 * it, so it must not contain itself.
 */
function isFilledReference(
  { name, target }: SchemaReference,
  { circles }: Filling["context"],
): boolean {
  return name === undefined ? !leadsToItself(target) : !circles.aliases.has(name);
}

const circular = new WeakMap<Schema, boolean>();

/** Returns whether a schema contains itself through references to schemas that are not components. */
function leadsToItself(root: Schema): boolean {
  const known = circular.get(root);
  if (known !== undefined) {
    return known;
  }
  const inside = new Set<Schema>();
  const queue = [root];
  for (const schema of queue) {
    visitApplied(schema, (part) => {
      if (!inside.has(part) && schema.ref?.name === undefined) {
        inside.add(part);
        queue.push(part);
      }
    });
  }
  circular.set(root, inside.has(root));
  return inside.has(root);
}

function fillSchema(original: Schema, filling: Filling): Schema {
  if (original.boolean !== undefined || !filling.differs(original)) {
    return original;
  }
  const known = filling.known.get(original);
  if (known !== undefined) {
    return known;
  }
  const { ref } = original;
  if (ref !== undefined) {
    return ref.name === undefined
      ? fillSchema(ref.target, filling)
      : { ...original, ref: fillReference(ref, ref.name, filling) };
  }
  const draft: SchemaDraft = { ...patchSchema(original, filling.context.discriminators) };
  // Added before its parts are filled, because they may lead back to it.
  filling.known.set(original, draft);
  fillParts(draft, filling);
  return draft;
}

function fillReference(
  { text, target }: SchemaReference,
  name: string,
  filling: Filling,
): SchemaReference {
  const filled = fillSchema(target, filling);
  filling.named.set(name, filled);
  return { name, text, target: filled, isFilled: true };
}

function fillParts(draft: SchemaDraft, filling: Filling): void {
  const fill = (schema: Schema): Schema => fillSchema(schema, filling);
  const filled = new Set(findFilledAlternatives(draft).map(({ schema }) => schema));
  const fillAlternative = (schema: Schema): Schema => (filled.has(schema) ? fill(schema) : schema);
  const { allOf, anyOf, oneOf, properties, additionalProperties } = draft;
  const items = findFilledItems(draft);
  draft.required = [...(draft.required ?? []), ...listOptionalDefaults(draft)];
  Object.assign(
    draft,
    allOf && { allOf: allOf.map(fill) },
    anyOf && { anyOf: anyOf.map(fillAlternative) },
    oneOf && { oneOf: oneOf.map(fillAlternative) },
    items && { items: fill(items) },
    additionalProperties && { additionalProperties: fill(additionalProperties) },
    properties && {
      properties: new Map([...properties].map(([name, each]) => [name, fill(each)])),
    },
  );
}
