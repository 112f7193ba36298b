import type { ValueType } from "@specwright/runtime/v1/parameters";
import { toJsonType } from "@specwright/runtime/v1/values";
import { commonTypes } from "../../../document/model/facts/common-types.ts";
import { foldSchema, type SchemaFold } from "../../../document/model/facts/fold-schema.ts";
import { writtenValues } from "../../../document/model/facts/written-values.ts";
import type { JsonType, Parameter, Schema } from "../../../document/model/model.ts";

/** The types of a schema, combined with those of its reference, `allOf` and unions. */
interface Folded {
  /** Undefined: any type. */
  readonly types: ReadonlySet<JsonType> | undefined;
  readonly items: readonly Schema[];
  readonly properties: ReadonlyMap<string, readonly Schema[]>;
  readonly additional: readonly Schema[];
}

/**
 * The levels of a type, and the number of its parts. Styles represent at most five levels; deeper schemas belong to JSON
 * content. In brackets any depth can be written, and real forms have up to eight levels. Nested objects multiply the
 * parts; with too many, fewer levels are printed.
 */
const limits = {
  styles: { depth: 5, parts: 1000 },
  brackets: { depth: 12, parts: 4000 },
} as const;

/** How many levels of a value its text can have. */
export type ValueDepth = keyof typeof limits;

const nothing: Folded = { types: undefined, items: [], properties: new Map(), additional: [] };

/** The value type of a parameter's schema. Undefined when the value is always a string. */
export function foldValueType(schema: Schema, depth: ValueDepth = "styles"): ValueType | undefined {
  return printWithin([schema], depth).type;
}

/** The value type of a parameter, as deep as its style carries. Undefined for a parameter with a media type. */
export function foldParameterType(parameter: Parameter): ValueType | undefined {
  const { schema, contentType } = parameter;
  const depth = findDepth(parameter);
  return contentType === undefined || depth === "brackets"
    ? foldValueType(schema, depth)
    : undefined;
}

/** How deep the value of a parameter, or of a form, may be. */
export function findDepth({ arrayFormat = "repeat" }: Pick<Parameter, "arrayFormat">): ValueDepth {
  return arrayFormat === "repeat" ? "styles" : "brackets";
}

/** Returns whether values of a schema may be deeper than their type, such as those of a schema that contains itself. */
export function isCutOff(schema: Schema, depth: ValueDepth): boolean {
  return printWithin([schema], depth).isCut;
}

/** The same for a value that fits one of several schemas. */
export function uniteValueTypes(schemas: readonly Schema[]): ValueType | undefined {
  return printWithin(schemas, "styles").type;
}

/** Thrown to stop printing when there are too many parts. */
const tooMany = Symbol("too many");

/** The context in which one value type is printed. */
interface Printing {
  /** Parts that may still be printed. */
  left: number;
  /** True when a part was left out because it is too deep. */
  isCut: boolean;
  /** Schemas that were already combined, because many schemas may contain the same one. */
  readonly folds: Map<Schema, Folded>;
}

interface Printed {
  readonly type: ValueType | undefined;
  /** True when a part that is not a string was left out. */
  readonly isCut: boolean;
}

function printWithin(schemas: readonly Schema[], levels: ValueDepth): Printed {
  const folds = new Map<Schema, Folded>();
  const { depth: most, parts } = limits[levels];
  for (let depth: number = most; depth > 0; depth -= 1) {
    const printing = { left: parts, isCut: false, folds };
    try {
      const type = print(foldAll(schemas, printing), depth, printing);
      return { type, isCut: printing.isCut };
    } catch (error) {
      if (error !== tooMany) {
        throw error;
      }
    }
  }
  return { type: undefined, isCut: true };
}

function print(folded: Folded, depth: number, printing: Printing): ValueType | undefined {
  printing.left -= 1;
  if (printing.left < 0) {
    throw tooMany;
  }
  const types = folded.types ?? inferImpliedTypes(folded);
  const [first] = types;
  if (first === undefined || (types.size === 1 && first === "string")) {
    return undefined;
  }
  if (depth === 0) {
    printing.isCut = true;
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
