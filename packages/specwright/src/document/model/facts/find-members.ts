import { followSchemaReferences } from "../behind-references.ts";
import type { Schema } from "../model.ts";
import { isPlainReference } from "./keywords.ts";

/** What a schema says about its value, together with everything that it refers to, combines or chooses among. */
interface Joined {
  readonly schemas: readonly Schema[];
  readonly members: ReadonlyMap<string, readonly Schema[]>;
  /** True when a value may have members that no part describes, and the document says so or describes none. */
  readonly isOpen: boolean;
}

const known = new WeakMap<Schema, Joined>();

/**
 * The schemas of the member at a path of property names, from every part of `allOf`, `anyOf` and `oneOf` that describes it.
 * Undefined when the schema leaves open whether there is one. Empty when no part has it.
 */
export function findMembers(
  schema: Schema | undefined,
  path: readonly string[],
): readonly Schema[] | undefined {
  let schemas: readonly Schema[] | undefined = schema && [schema];
  for (const name of path) {
    const joined = schemas?.map(join);
    const found = joined?.flatMap(({ members }) => members.get(name) ?? []);
    schemas = found?.length === 0 && joined?.some(({ isOpen }) => isOpen) ? undefined : found;
  }
  return schemas;
}

/** The properties of a schema, from all its parts: the first schema of each. */
export function listMembers(schema: Schema): ReadonlyMap<string, Schema> {
  const entries = [...join(schema).members].flatMap(([name, [first]]) =>
    first === undefined ? [] : [[name, first] as const],
  );
  return new Map(entries);
}

/** Returns whether a value may be a list. A schema that says nothing about types allows one. */
export function mayBeList(schema: Schema): boolean {
  const typed = join(schema).schemas.filter(({ types, properties }) => types ?? properties);
  return typed.length === 0 || typed.some(({ types }) => types?.includes("array"));
}

/** The schemas of the items of a list, from all its parts. */
export function listItemSchemas(list: Schema): readonly Schema[] {
  return join(list).schemas.flatMap(({ items }) => items ?? []);
}

function join(written: Schema): Joined {
  // Many operations answer with the same schema.
  const schema = isPlainReference(written) ? (followSchemaReferences(written) ?? written) : written;
  const before = known.get(schema);
  if (before !== undefined) {
    return before;
  }
  const seen = new Set([schema]);
  const members = new Map<string, Schema[]>();
  for (const { ref, allOf = [], anyOf = [], oneOf = [], properties = [] } of seen) {
    for (const part of [...(ref === undefined ? [] : [ref.target]), ...allOf, ...anyOf, ...oneOf]) {
      seen.add(part);
    }
    for (const [name, member] of properties) {
      members.set(name, [...(members.get(name) ?? []), member]);
    }
  }
  const schemas = [...seen];
  const isOpen = members.size === 0 ? schemas.every(isUntyped) : schemas.some(addsMembers);
  const joined = { schemas, members, isOpen };
  known.set(schema, joined);
  return joined;
}

/** Returns whether nothing is said about a value, or only that it is an object. */
function isUntyped({ boolean, types, items }: Schema): boolean {
  return boolean !== false && items === undefined && (types?.includes("object") ?? true);
}

function addsMembers({
  additionalProperties,
  patternProperties,
  dynamicReference,
  ...rest
}: Schema): boolean {
  return (
    (additionalProperties !== undefined && additionalProperties.boolean !== false) ||
    patternProperties !== undefined ||
    dynamicReference !== undefined ||
    rest.if !== undefined
  );
}
