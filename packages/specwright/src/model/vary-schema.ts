import { firstFree } from "../text/first-free.ts";
import { parsePointer } from "../text/pointer.ts";
import { upperFirst } from "../text/upper-first.ts";
import { forEachApplied } from "./applied-parts.ts";
import {
  describesKeptOut,
  isKeptOut,
  keptOutNames,
  mentionedInPlace,
  requiredInPlace,
} from "./kept-out.ts";
import type { Direction, Schema, SchemaReference } from "./model.ts";
import type { SchemaDraft } from "./schema-values.ts";
import { type Choosable, varyDiscriminator } from "./vary-discriminator.ts";

/** What becomes of a property that is kept out of a direction, apart from no longer being required. */
export type KeptOutProperty =
  /** It may be there, and has to fit its schema then. */
  | "optional"
  /** A value that has it is wrong. */
  | "refused"
  /** It is not described. */
  | "omitted";

/** A schema that others refer to, as a direction has it. */
export interface NamedVariant extends Choosable {
  readonly schema: Schema;
}

/** The schemas of a document as one direction has them. */
export interface Variants {
  readonly direction: Direction;
  /** The schema as the direction has it: itself when it reaches nothing that is kept out. */
  readonly vary: (schema: Schema) => Schema;
  /** Those that references lead to, as they were found. */
  readonly named: () => readonly NamedVariant[];
}

export interface VariantOptions {
  readonly direction: Direction;
  readonly keptOut: KeptOutProperty;
  /** Whether schemas with optional defaults get a variant too, because their types differ. */
  readonly hasDefaults: boolean;
  /** Every schema that may have to be varied. */
  readonly schemas: ReadonlySet<Schema>;
  readonly components: ReadonlyMap<string, Schema>;
  /** Names that are taken; those of variants are added. */
  readonly taken: Set<string>;
}

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

/** The schemas that reach something that differs. */
function findChanged(options: VariantOptions): ReadonlySet<Schema> {
  const parents = new Map<Schema, Schema[]>();
  const changed = new Set<Schema>();
  for (const schema of options.schemas) {
    if (differs(schema, options)) {
      changed.add(schema);
    }
    forEachApplied(schema, (part) => {
      const known = parents.get(part);
      if (known === undefined) {
        parents.set(part, [schema]);
      } else {
        known.push(schema);
      }
    });
  }
  for (const schema of changed) {
    for (const parent of parents.get(schema) ?? []) {
      changed.add(parent);
    }
  }
  return changed;
}

function differs(schema: Schema, { direction, keptOut, hasDefaults }: VariantOptions): boolean {
  if (hasDefaults && hasOptionalDefault(schema)) {
    return true;
  }
  if (keptOut !== "optional") {
    return describesKeptOut(schema, direction);
  }
  const { ever } = keptOutNames(schema, direction);
  return ever.size > 0 && [...requiredInPlace(schema)].some((name) => ever.has(name));
}

function hasOptionalDefault({ properties, required = [] }: Schema): boolean {
  return [...(properties ?? [])].some(
    ([name, property]) => property.default !== undefined && !required.includes(name),
  );
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
    const noLongerRequired = schema.required?.filter((name) => !draft.required?.includes(name));
    draft.variant = { direction, ...(noLongerRequired === undefined ? {} : { noLongerRequired }) };
  }
  varyProperties(draft, names, context);
  const part = (inner: Schema): Schema => varySchema(inner, none, context);
  const inPlace = (inner: Schema): Schema => varySchema(inner, names, context);
  varyKeywords(draft, part, inPlace);
  if (schema.ref !== undefined) {
    draft.ref = varyReference(schema.ref, names, context);
  }
  if (schema.discriminator !== undefined && context.keptOut === "omitted") {
    varyDiscriminator(draft, schema, ever, () => context.all);
  }
  return draft;
}

function varyRequired(draft: SchemaDraft, names: ReadonlySet<string>): void {
  const isLeft = (name: string): boolean => !names.has(name);
  if (draft.required !== undefined) {
    draft.required = draft.required.filter(isLeft);
  }
  if (draft.dependentRequired !== undefined) {
    draft.dependentRequired = new Map(
      [...draft.dependentRequired].map(([name, list]) => [name, list.filter(isLeft)]),
    );
  }
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
      varyOne(property, names.has(name)),
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

function flatMapValues(
  map: ReadonlyMap<string, Schema>,
  change: (schema: Schema, name: string) => readonly Schema[],
): ReadonlyMap<string, Schema> {
  return new Map(
    [...map].flatMap(([name, schema]) =>
      change(schema, name).map((changed) => [name, changed] as const),
    ),
  );
}

type Vary = (schema: Schema) => Schema;

function varyKeywords(draft: SchemaDraft, part: Vary, inPlace: Vary): void {
  for (const keyword of partKeywords) {
    const schema = draft[keyword];
    if (schema !== undefined) {
      draft[keyword] = part(schema);
    }
  }
  for (const keyword of ["then", "else"] as const) {
    const schema = draft[keyword];
    if (schema !== undefined) {
      draft[keyword] = inPlace(schema);
    }
  }
  for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
    const schemas = draft[keyword];
    if (schemas !== undefined) {
      draft[keyword] = schemas.map(inPlace);
    }
  }
  if (draft.prefixItems !== undefined) {
    draft.prefixItems = draft.prefixItems.map(part);
  }
  if (draft.dependentSchemas !== undefined) {
    draft.dependentSchemas = flatMapValues(draft.dependentSchemas, (schema) => [inPlace(schema)]);
  }
}

const partKeywords = [
  "items",
  "contains",
  "unevaluatedItems",
  "unevaluatedProperties",
  "contentSchema",
] as const;

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
  const own = name ?? parsePointer(target.location.pointer).at(-1) ?? "";
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

function keyOf(names: ReadonlySet<string>): string {
  return names.size === 0 ? "" : JSON.stringify([...names].sort());
}

const none: ReadonlySet<string> = new Set();
