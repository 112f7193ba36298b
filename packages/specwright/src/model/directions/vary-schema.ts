import { firstFree } from "../../first-free.ts";
import { parsePointer } from "../../text/pointer.ts";
import { upperFirst } from "../../text/upper-first.ts";
import type { Schema, SchemaReference } from "../model.ts";
import type { SchemaDraft } from "../schema-values.ts";
import { findChanged } from "./find-changed.ts";
import { isKeptOut, keptOutNames, mentionedInPlace, requiredInPlace } from "./kept-out.ts";
import type { NamedVariant, VariantOptions, Variants } from "./variants.ts";
import { varyDiscriminator } from "./vary-discriminator.ts";
import { flatMapValues, varyKeywords, varyRequired } from "./vary-keywords.ts";

interface Entry extends NamedVariant {
  schema: Schema;
  readonly outside: ReadonlySet<string>;
}

/** What varying shares. */
interface Context extends VariantOptions {
  readonly changed: ReadonlySet<Schema>;
  /** By whole schema, then by the names that are kept out from outside of it. */
  readonly known: Map<Schema, Map<string, Schema>>;
  readonly entries: Map<Schema, Map<string, Entry>>;
  readonly pending: Entry[];
  readonly all: Entry[];
}

/** Prepares the variants of a direction. Each is made once, when it is asked for. */
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
    const varied = varySchema(schema, none, context);
    for (let next = context.pending.pop(); next !== undefined; next = context.pending.pop()) {
      const { name, whole, outside } = next;
      const made = varySchema(whole, outside, context);
      next.schema = { ...made, variant: { ...made.variant, direction: options.direction, name } };
    }
    return varied;
  };
  return { direction: options.direction, vary, named: () => context.all };
}

/** @param outside names of properties that other schemas of the same value keep out */
function varySchema(schema: Schema, outside: ReadonlySet<string>, context: Context): Schema {
  if (schema.boolean !== undefined || (outside.size === 0 && !context.changed.has(schema))) {
    return schema;
  }
  const key = keyOf(outside);
  const known = context.known.get(schema) ?? new Map<string, Schema>();
  context.known.set(schema, known);
  const varied = known.get(key) ?? makeVariant(schema, outside, context);
  known.set(key, varied);
  return varied;
}

function makeVariant(schema: Schema, outside: ReadonlySet<string>, context: Context): Schema {
  const { always, ever } = keptOutNames(schema, context.direction);
  const names = new Set([...outside, ...always]);
  const draft: SchemaDraft = { ...schema };
  varyRequired(draft, new Set([...names, ...ever]));
  if (schema.properties !== undefined || schema.required !== undefined) {
    const { direction } = context;
    const required = new Set(draft.required);
    const noLongerRequired = schema.required?.filter((name) => !required.has(name));
    draft.variant = { direction, ...(noLongerRequired === undefined ? {} : { noLongerRequired }) };
  }
  varyProperties(draft, names, context);
  const part = (inner: Schema): Schema => varySchema(inner, none, context);
  const inPlace = (inner: Schema): Schema => varySchema(inner, names, context);
  varyKeywords(draft, part, inPlace);
  if (schema.ref !== undefined) {
    draft.ref = varyReference(schema.ref, names, context);
  }
  if (schema.discriminator !== undefined) {
    varyDiscriminator(draft, schema, ever, () => context.all);
  }
  return draft;
}

function varyProperties(draft: SchemaDraft, names: ReadonlySet<string>, context: Context): void {
  const { direction, keptOut } = context;
  const varyOne = (property: Schema, isOut: boolean): readonly Schema[] => {
    if (isOut && keptOut !== "optional") {
      const refused: Schema = { location: property.location, boolean: false };
      return keptOut === "refused" ? [refused] : [];
    }
    return [varySchema(property, none, context)];
  };
  if (draft.properties !== undefined) {
    draft.properties = flatMapValues(draft.properties, (property, name) =>
      varyOne(property, names.has(name) && !isDescribedAnew(property, context)),
    );
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
 * Whether a property that other schemas of the same value call `readOnly` is described here without that. PagerDuty's base
 * of all objects has a `type` that is `readOnly`, and the schemas that extend it require one value of it, which requests
 * have to send: such a property is optional in requests.
 */
function isDescribedAnew(property: Schema, { direction, keptOut }: Context): boolean {
  return direction === "request" && keptOut === "omitted" && !isKeptOut(property, direction);
}

/** A reference leads to a variant only when that differs from what it leads to. */
function varyReference(
  reference: SchemaReference,
  names: ReadonlySet<string>,
  context: Context,
): SchemaReference {
  const { target } = reference;
  const outside = namesThatMatter(target, names, context);
  if (target.boolean !== undefined || (outside.size === 0 && !context.changed.has(target))) {
    return reference;
  }
  const entry = entryOf(reference, outside, context);
  return {
    name: entry.name,
    text: `#/components/schemas/${entry.name}`,
    // Made later, since circles lead back to what is being made.
    get target() {
      return entry.schema;
    },
  };
}

/** The names that a schema does not keep out itself, as far as they change it. */
function namesThatMatter(
  schema: Schema,
  names: ReadonlySet<string>,
  { direction, keptOut }: Context,
): ReadonlySet<string> {
  if (names.size === 0) {
    return none;
  }
  const { always } = keptOutNames(schema, direction);
  const mentioned = keptOut === "optional" ? requiredInPlace(schema) : mentionedInPlace(schema);
  return new Set([...names].filter((name) => mentioned.has(name) && !always.has(name)));
}

function entryOf(
  { name, target }: SchemaReference,
  outside: ReadonlySet<string>,
  context: Context,
): Entry {
  const key = keyOf(outside);
  const ofTarget = context.entries.get(target) ?? new Map<string, Entry>();
  context.entries.set(target, ofTarget);
  const found = ofTarget.get(key);
  if (found !== undefined) {
    return found;
  }
  const own = name ?? nameOfPlace(target.location.pointer);
  const without = [...outside].sort().map(upperFirst).join("And");
  const wanted = `${own}${upperFirst(context.direction)}${without === "" ? "" : `Without${without}`}`;
  const given = firstFree(wanted, (candidate) => context.taken.has(candidate));
  context.taken.add(given);
  const isPlain = outside.size === 0;
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

function keyOf(names: ReadonlySet<string>): string {
  return names.size === 0 ? "" : JSON.stringify([...names].sort());
}

const none: ReadonlySet<string> = new Set();
