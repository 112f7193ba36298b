import { findFirstFree } from "../../../first-free.ts";
import { parsePointer } from "../../../text/pointer.ts";
import { toUpperFirst } from "../../../text/upper-first.ts";
import { collectAppliedInPlace } from "../applied-parts.ts";
import type { Direction, Schema, SchemaReference } from "../model.ts";
import type { SchemaDraft } from "../schema-values.ts";
import { changesEnum, findChanged } from "./find-changed.ts";
import {
  collectKeptOutNames,
  collectMentionedInPlace,
  collectRequiredInPlace,
  isKeptOut,
} from "./kept-out.ts";
import { openEnum } from "./open-enums.ts";
import type { NamedVariant, VariantOptions, Variants } from "./variants.ts";
import { varyDiscriminator } from "./vary-discriminator.ts";
import { flatMapValues, varyKeywords, varyRequired } from "./vary-keywords.ts";

interface Entry extends NamedVariant {
  schema: Schema;
  readonly outside: Outside;
}

/** Names of properties that other schemas of the same value decide about. */
interface Outside {
  readonly keptOut: ReadonlySet<string>;
  /**
   * The properties that one schema marks as `readOnly` and another schema describes without `readOnly`, so that they
   * must not be refused.
   */
  readonly describedAnew: ReadonlySet<string>;
}

/** The context in which schemas are varied. */
interface Context extends VariantOptions {
  readonly changed: ReadonlySet<Schema>;
  /** The variants: by whole schema, then by the names that schemas outside of it keep out. */
  readonly known: Map<Schema, Map<string, Schema>>;
  readonly entries: Map<Schema, Map<string, Entry>>;
  readonly pending: Entry[];
  readonly all: Entry[];
}

/** Prepares the variants of a direction. Each variant is made when it is first needed. */
export function createVariants(options: VariantOptions): Variants {
  const context: Context = {
    ...options,
    changed: findChanged(options),
    known: new Map(),
    entries: new Map(),
    pending: [],
    all: [],
  };
  const vary = (schema: Schema): Schema => {
    const varied = varySchema(schema, nothing, context);
    for (let next = context.pending.pop(); next !== undefined; next = context.pending.pop()) {
      const { name, whole, outside } = next;
      const made = varySchema(whole, outside, context);
      next.schema = { ...made, variant: { ...made.variant, direction: options.direction, name } };
    }
    return varied;
  };
  return { direction: options.direction, vary, listNamed: () => context.all };
}

function varySchema(schema: Schema, outside: Outside, context: Context): Schema {
  if (isSame(schema, outside, context)) {
    return schema;
  }
  const key = renderOutsideKey(outside);
  const known = context.known.get(schema) ?? new Map<string, Schema>();
  context.known.set(schema, known);
  const varied = known.get(key) ?? makeVariant(schema, outside, context);
  known.set(key, varied);
  return varied;
}

/** Returns whether a schema is unchanged in this direction. */
function isSame(schema: Schema, { keptOut }: Outside, { changed }: Context): boolean {
  return schema.boolean !== undefined || (keptOut.size === 0 && !changed.has(schema));
}

function makeVariant(schema: Schema, outside: Outside, context: Context): Schema {
  const { always, ever } = collectKeptOutNames(schema, context.direction);
  const names = new Set([...outside.keptOut, ...always]);
  const anew = [...findNamesDescribedAnew(schema, new Set([...names, ...ever]), context)];
  const inside = {
    keptOut: names,
    describedAnew: new Set([...outside.describedAnew, ...anew]),
  };
  const draft: SchemaDraft = { ...schema };
  varyRequired(draft, new Set([...names, ...ever]));
  if (schema.properties !== undefined || schema.required !== undefined) {
    const { direction } = context;
    const required = new Set(draft.required);
    const noLongerRequired = schema.required?.filter((name) => !required.has(name));
    draft.variant = { direction, ...(noLongerRequired === undefined ? {} : { noLongerRequired }) };
  }
  if (changesEnum(schema, context)) {
    varyEnum(draft, context);
  }
  varyProperties(draft, inside, context);
  const varyPart = (inner: Schema): Schema => varySchema(inner, nothing, context);
  const varyInPlace = (inner: Schema): Schema => varySchema(inner, inside, context);
  varyKeywords(draft, varyPart, varyInPlace);
  if (schema.ref !== undefined) {
    draft.ref = varyReference(schema.ref, inside, context);
  }
  if (schema.discriminator !== undefined) {
    varyDiscriminator(draft, schema, ever, () => context.all);
  }
  return draft;
}

function varyEnum(draft: SchemaDraft, { direction, enums }: Context): void {
  if (enums.become === "opened") {
    openEnum(draft);
  } else {
    draft.variant = { ...draft.variant, direction };
  }
}

function varyProperties(draft: SchemaDraft, inside: Outside, context: Context): void {
  const { direction, keptOut } = context;
  const varyOne = (property: Schema, isOut: boolean): readonly Schema[] => {
    if (isOut && keptOut !== "optional") {
      const refused: Schema = { location: property.location, boolean: false };
      return keptOut === "refused" ? [refused] : [];
    }
    return [varySchema(property, nothing, context)];
  };
  if (draft.properties !== undefined) {
    draft.properties = flatMapValues(draft.properties, (property, name) => {
      const isAnew = inside.describedAnew.has(name) || isDescribedAnew(property, context);
      return varyOne(property, inside.keptOut.has(name) && !isAnew);
    });
  }
  if (draft.patternProperties !== undefined) {
    draft.patternProperties = flatMapValues(draft.patternProperties, (property) =>
      varyOne(property, isKeptOut(property, direction)),
    );
  }
  if (draft.additionalProperties !== undefined) {
    const { additionalProperties } = draft;
    const [left] = varyOne(additionalProperties, isKeptOut(additionalProperties, direction));
    delete draft.additionalProperties;
    Object.assign(draft, left === undefined ? {} : { additionalProperties: left });
  }
}

/**
 * Returns whether a schema describes a property again without `readOnly`, while another schema of the same value marks
 * it as `readOnly`. In PagerDuty's document, the base of all objects has a read-only `type`, and each schema that
 * extends it requires one value of `type`, which requests have to send. Such a property is optional in requests.
 */
function isDescribedAnew(property: Schema, { direction }: Context): boolean {
  return direction === "request" && !isKeptOut(property, direction);
}

/**
 * The names, among the given ones, that a schema of the same value describes again. The schema that marks them as
 * `readOnly` must then not refuse them. When kept-out properties are omitted instead of refused, nothing needs to be
 * done.
 */
function findNamesDescribedAnew(
  schema: Schema,
  names: ReadonlySet<string>,
  context: Context,
): ReadonlySet<string> {
  if (context.keptOut !== "refused" || context.direction !== "request" || names.size === 0) {
    return none;
  }
  const found = new Set<string>();
  for (const { properties } of collectAppliedInPlace(schema, true)) {
    for (const [name, property] of properties ?? []) {
      if (names.has(name) && isDescribedAnew(property, context)) {
        found.add(name);
      }
    }
  }
  return found;
}

/** A reference leads to a variant only when the variant differs from the original target. */
function varyReference(
  reference: SchemaReference,
  inside: Outside,
  context: Context,
): SchemaReference {
  const { target } = reference;
  const outside = selectNamesThatMatter(target, inside, context);
  if (isSame(target, outside, context)) {
    return reference;
  }
  const entry = getEntry(reference, outside, context);
  return {
    name: entry.name,
    text: `#/components/schemas/${entry.name}`,
    // Computed later: in a circle, the reference leads back to a schema that is still being made.
    get target() {
      return entry.schema;
    },
  };
}

/**
 * Reduces the names to those that change this schema. If the schema itself already keeps a property in or out, its name
 * does not change the schema.
 */
function selectNamesThatMatter(schema: Schema, outside: Outside, context: Context): Outside {
  const { direction, keptOut } = context;
  if (outside.keptOut.size === 0) {
    return nothing;
  }
  const { always, ever } = collectKeptOutNames(schema, direction);
  const mentioned =
    keptOut === "optional" ? collectRequiredInPlace(schema) : collectMentionedInPlace(schema);
  const names = [...outside.keptOut].filter((name) => mentioned.has(name) && !always.has(name));
  const anew = [...outside.describedAnew].filter((name) => mentioned.has(name) || ever.has(name));
  return { keptOut: new Set(names), describedAnew: new Set(anew) };
}

/** `PetRequest` for `Pet`, and `CreatePetRequestInput` for `CreatePetRequest`, so that no word is doubled. */
function nameDirection(own: string, direction: Direction): string {
  const word = toUpperFirst(direction);
  const other = direction === "request" ? "Input" : "Output";
  return own.toLowerCase().endsWith(direction) ? other : word;
}

function getEntry({ name, target }: SchemaReference, outside: Outside, context: Context): Entry {
  const key = renderOutsideKey(outside);
  const ofTarget = context.entries.get(target) ?? new Map<string, Entry>();
  context.entries.set(target, ofTarget);
  const found = ofTarget.get(key);
  if (found !== undefined) {
    return found;
  }
  const own = name ?? nameOfPlace(target.location.pointer);
  const without = [...outside.keptOut].sort().map(toUpperFirst).join("And");
  const wanted = `${own}${nameDirection(own, context.direction)}${without === "" ? "" : `Without${without}`}`;
  const given = findFirstFree(wanted, (candidate) => context.taken.has(candidate));
  context.taken.add(given);
  const isPlain = outside.keptOut.size + outside.describedAnew.size === 0;
  const entry = { name: given, of: own, whole: target, isPlain, outside, schema: target };
  ofTarget.set(key, entry);
  context.pending.push(entry);
  context.all.push(entry);
  return entry;
}

/** `Tag_allOf_0` for `/components/schemas/Tag/allOf/0`: the last segment alone says nothing. */
function nameOfPlace(pointer: string): string {
  const segments = parsePointer(pointer);
  const named = segments[0] === "components" ? segments.slice(2) : segments;
  return named.join("_");
}

function renderOutsideKey({ keptOut, describedAnew: anew }: Outside): string {
  return keptOut.size + anew.size === 0
    ? ""
    : JSON.stringify([[...keptOut].sort(), [...anew].sort()]);
}

const none: ReadonlySet<string> = new Set();
const nothing: Outside = { keptOut: none, describedAnew: none };
