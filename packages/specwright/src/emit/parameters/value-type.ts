import type { ValueType } from "@specwright/runtime/v1/parameters";
import { toJsonType } from "@specwright/runtime/v1/values";
import { commonTypes } from "../../model/facts/common-types.ts";
import { foldSchema, type SchemaFold } from "../../model/facts/fold-schema.ts";
import { writtenValues } from "../../model/facts/written-values.ts";
import type { JsonType, Schema } from "../../model/model.ts";

/** The types of a schema, combined with those of its reference, `allOf` and unions. */
interface Folded {
  /** Undefined: any type. */
  readonly types: ReadonlySet<JsonType> | undefined;
  readonly items: readonly Schema[];
  readonly properties: ReadonlyMap<string, readonly Schema[]>;
  readonly additional: readonly Schema[];
}

/** No style can represent deeper structures. Deeper schemas belong to JSON content. */
const maximumDepth = 5;

const nothing: Folded = { types: undefined, items: [], properties: new Map(), additional: [] };

/** The value type of a parameter's schema. Undefined when the value is always a string. */
export function foldValueType(schema: Schema): ValueType | undefined {
  return printWithin([schema]);
}

/** The same for a value that fits one of several schemas. */
export function uniteValueTypes(schemas: readonly Schema[]): ValueType | undefined {
  return printWithin(schemas);
}

/**
 * The maximum number of parts of one value type. Nested objects multiply the parts; with too many, fewer levels are
 * printed.
 */
const maximumParts = 1000;

/** Thrown to stop printing when there are too many parts. */
const tooMany = Symbol("too many");

/** The context in which one value type is printed. */
interface Printing {
  /** Parts that may still be printed. */
  left: number;
  /** Schemas that were already combined, because many schemas may contain the same one. */
  readonly folds: Map<Schema, Folded>;
}

function printWithin(schemas: readonly Schema[]): ValueType | undefined {
  const folds = new Map<Schema, Folded>();
  for (let depth = maximumDepth; depth > 0; depth -= 1) {
    const printing = { left: maximumParts, folds };
    try {
      return print(foldAll(schemas, printing), depth, printing);
    } catch (error) {
      if (error !== tooMany) {
        throw error;
      }
    }
  }
  return undefined;
}

function print(folded: Folded, depth: number, printing: Printing): ValueType | undefined {
  printing.left -= 1;
  if (printing.left < 0) {
    throw tooMany;
  }
  const types = folded.types ?? inferImpliedTypes(folded);
  const [first] = types;
  if (first === undefined || (types.size === 1 && first === "string") || depth === 0) {
    return undefined;
  }
  const { items, properties, additional } = folded;
  const foldInner = (schemas: readonly Schema[]): ValueType | undefined =>
    schemas.length === 0 ? undefined : print(foldAll(schemas, printing), depth - 1, printing);
  const itemType = types.has("array") ? foldInner(items) : undefined;
  const named = types.has("object")
    ? [...properties].map(([name, schemas]) => [name, foldInner(schemas) ?? text] as const)
    : [];
  // Declared additional properties are accepted, so their type is printed even when it is a string.
  const rest =
    types.has("object") && additional.length > 0 ? (foldInner(additional) ?? text) : undefined;
  return {
    type: types.size === 1 ? first : [...types],
    ...(itemType !== undefined && { items: itemType }),
    ...(named.length > 0 && { properties: Object.fromEntries(named) }),
    ...(rest !== undefined && { additionalProperties: rest }),
  };
}

const text: ValueType = { type: "string" };

function inferImpliedTypes({ items, properties, additional }: Folded): ReadonlySet<JsonType> {
  if (properties.size > 0 || additional.length > 0) {
    return new Set(["object"]);
  }
  return new Set(items.length > 0 ? ["array"] : []);
}

function foldAll(schemas: readonly Schema[], { folds }: Printing): Folded {
  const each = schemas.map((schema) => {
    const folded = folds.get(schema) ?? foldSchema(schema, folding);
    folds.set(schema, folded);
    return folded;
  });
  const [only] = each;
  return each.length === 1 && only !== undefined ? only : unite(each);
}

const folding: SchemaFold<Folded> = {
  nothing,
  readOwn: foldOwn,
  joinBoth: intersect,
  joinAlternatives: unite,
};

function foldOwn(schema: Schema): Folded {
  if (schema.boolean !== undefined) {
    return nothing;
  }
  const { items, properties, additionalProperties } = schema;
  const types = schema.types ?? writtenValues(schema)?.map(toJsonType);
  return {
    types: types && new Set(types),
    items: items === undefined ? [] : [items],
    properties: new Map([...(properties ?? [])].map(([name, property]) => [name, [property]])),
    additional:
      additionalProperties === undefined || additionalProperties.boolean === false
        ? []
        : [additionalProperties],
  };
}

function intersect(left: Folded, right: Folded): Folded {
  return { ...merge(left, right), types: commonTypes(left.types, right.types) };
}

function unite(parts: readonly Folded[]): Folded {
  const isOpen = parts.some(({ types }) => types === undefined);
  const types = isOpen ? undefined : new Set(parts.flatMap((part) => [...(part.types ?? [])]));
  return { ...parts.reduce(merge, nothing), types };
}

function merge(left: Folded, right: Folded): Folded {
  const properties = new Map(left.properties);
  for (const [name, schemas] of right.properties) {
    properties.set(name, joinDistinct(properties.get(name) ?? [], schemas));
  }
  return {
    types: undefined,
    items: joinDistinct(left.items, right.items),
    properties,
    additional: joinDistinct(left.additional, right.additional),
  };
}

/** Each schema is listed once. Otherwise a schema that is reached in two ways would double the list at every level. */
function joinDistinct(left: readonly Schema[], right: readonly Schema[]): readonly Schema[] {
  if (left.length === 0 || right.length === 0) {
    return left.length === 0 ? right : left;
  }
  return [...new Set([...left, ...right])];
}
