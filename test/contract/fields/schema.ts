import { isObject, type OpenApiDocument, resolve } from "../../../scripts/support/document.ts";

/** The shape that a schema of the document describes, with references, `allOf`, `anyOf` and `oneOf` resolved. */
export interface Facets {
  /** JSON types without `null`; `integer` is `number`. Empty when any value is allowed. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  /** The values of `enum` or `const`, without null. */
  readonly values: readonly unknown[] | undefined;
  readonly members: ReadonlyMap<string, { readonly required: boolean; readonly schema: unknown }>;
  readonly items: unknown;
  readonly additional: unknown;
  /** The schema itself, with its reference resolved, for limits, formats and flags. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Reads a schema of the bundled document. */
export function readFacets(document: OpenApiDocument, source: unknown): Facets {
  const schema = follow(document, source);
  const variants = [...list(schema.anyOf), ...list(schema.oneOf)].map((one) =>
    readFacets(document, one),
  );
  const parts = [
    readOwnFacets(schema),
    ...list(schema.allOf).map((one) => readFacets(document, one)),
  ];
  const whole = variants.length > 0 ? [...parts, combineEither(variants)] : parts;
  return whole.reduce(combineBoth);
}

function readOwnFacets(schema: Record<string, unknown>): Facets {
  const types = typeof schema.type === "string" ? [schema.type] : list(schema.type).map(String);
  const values =
    "const" in schema ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : undefined;
  const required = list(schema.required);
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  return {
    types: removeDuplicates(
      types.filter((type) => type !== "null").map((type) => (type === "integer" ? "number" : type)),
    ),
    nullable: types.includes("null"),
    values: values?.filter((value) => value !== null),
    members: new Map(
      properties.map(([name, member]) => [
        name,
        { required: required.includes(name), schema: member },
      ]),
    ),
    items: schema.items,
    additional: schema.additionalProperties,
    schema,
  };
}

/** Combines two shapes that both apply, such as a part of `allOf` and the keywords beside it. */
function combineBoth(one: Facets, other: Facets): Facets {
  const members = new Map(one.members);
  for (const [name, { required, schema }] of other.members) {
    const known = members.get(name);
    members.set(name, {
      required: required || known?.required === true,
      schema: known ? { allOf: [known.schema, schema] } : schema,
    });
  }
  return {
    types: removeDuplicates([...one.types, ...other.types]),
    nullable: one.nullable || other.nullable,
    values: one.values ?? other.values,
    members,
    items: one.items ?? other.items,
    additional: one.additional ?? other.additional,
    schema: { ...other.schema, ...one.schema },
  };
}

/** Combines alternatives. A member is required when it is required in all alternatives that are objects. */
function combineEither(variants: readonly Facets[]): Facets {
  const real = variants.filter(({ types, nullable }) => types.length > 0 || !nullable);
  const [only] = real;
  const nullable = variants.some((variant) => variant.nullable);
  if (only && real.length === 1) {
    return { ...only, nullable };
  }
  const objects = real.filter(({ types }) => types.includes("object"));
  const names = removeDuplicates(objects.flatMap(({ members }) => [...members.keys()]));
  const listed = real.flatMap(({ values }) => (values ? [values] : []));
  return {
    types: real.every(({ types }) => types.length > 0)
      ? removeDuplicates(real.flatMap(({ types }) => types))
      : [],
    nullable,
    values: listed.length === real.length ? removeDuplicates(listed.flat()) : undefined,
    members: new Map(
      names.map((name) => {
        const found = objects.map(({ members }) => members.get(name));
        const schemas = found.flatMap((member) => (member ? [member.schema] : []));
        return [
          name,
          { required: found.every((member) => member?.required), schema: { anyOf: schemas } },
        ];
      }),
    ),
    items: real.find(({ items }) => items !== undefined)?.items,
    additional: objects.find(({ additional }) => additional !== undefined)?.additional,
    schema: keepCommon(real.map(({ schema }) => schema)),
  };
}

/** The common facts of some schemas. */
function keepCommon(schemas: readonly Facets["schema"][]): Facets["schema"] {
  const [first = {}, ...others] = schemas;
  return Object.fromEntries(
    Object.entries(first).filter(([keyword, value]) =>
      others.every((other) => JSON.stringify(other[keyword]) === JSON.stringify(value)),
    ),
  );
}

/** The target of a reference, overridden by the members beside the reference. */
function follow(document: OpenApiDocument, source: unknown): Record<string, unknown> {
  if (!isObject(source)) {
    return {};
  }
  const { $ref, ...beside } = source;
  return typeof $ref === "string" ? { ...resolve(document, { $ref }), ...beside } : source;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function removeDuplicates<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}
