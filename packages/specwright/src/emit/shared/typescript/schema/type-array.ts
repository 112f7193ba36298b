import { hasCombinations } from "../../../../document/model/facts/keywords.ts";
import type { Schema } from "../../../../document/model/model.ts";
import type { TypeContext, TypePlace } from "../type-context.ts";
import type { Print } from "./type-object.ts";
import {
  joinUnion,
  type PrintedType,
  toArrayType,
  toOptionalMember,
  toReadonlyType,
  wrapText,
} from "./type-printed.ts";

/** The type of an array. It is a tuple when the first items have their own schemas. */
export function printArray(
  schema: Schema,
  context: TypeContext,
  place: TypePlace,
  printSchema: Print,
): PrintedType {
  const { arrayLength, immutable } = context.options;
  let type: PrintedType;
  if (schema.prefixItems !== undefined) {
    const elements = schema.prefixItems.map((item) => printSchema(item, context, place));
    type =
      context.options.likeOpenapiTypescript === true
        ? printTuple(elements.map(({ text }) => text))
        : printOpenTuple(schema, elements, (item) => printSchema(item, context, place));
  } else {
    const item =
      schema.items === undefined || schema.items.boolean === false
        ? wrapText("unknown")
        : printSchema(schema.items, context, place);
    const bounded = arrayLength === true ? printBoundedArray(schema, item) : undefined;
    if (bounded !== undefined) {
      // Not readonly: openapi-typescript does not do it either, and `readonly` cannot apply to a union of tuples.
      return bounded;
    }
    type = toArrayType(item);
  }
  return immutable === true ? toReadonlyType(type) : type;
}

/**
 * A tuple with exactly the lengths that the schema allows: `minItems` says how many members are required, and `items` what
 * follows them, which may be anything when the schema has none (JSON Schema 2020-12 Core, section 10.3.1).
 */
function printOpenTuple(
  schema: Schema,
  elements: readonly PrintedType[],
  print: (item: Schema) => PrintedType,
): PrintedType {
  const { items, unevaluatedItems, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  const members = elements
    .slice(0, maxItems)
    .map((element, index) => (index < minItems ? element.text : toOptionalMember(element)));
  // Other keywords evaluate some of the items that are not evaluated here.
  const isUnclear = hasCombinations(schema) || schema.contains !== undefined;
  const rest = items ?? (isUnclear ? undefined : unevaluatedItems);
  const isClosed = rest?.boolean === false || maxItems <= elements.length;
  if (isClosed) {
    return printTuple(members);
  }
  const further = rest === undefined ? wrapText("unknown") : print(rest);
  return printTuple([...members, `...${toArrayType(further).text}`]);
}

function printTuple(elements: readonly string[]): PrintedType {
  return wrapText(`[${elements.join(", ")}]`);
}

/** A union of tuples with every length between the bounds. Undefined when it would have too many elements. */
function printBoundedArray(schema: Schema, item: PrintedType): PrintedType | undefined {
  const minimum = Math.max(schema.minItems ?? 0, 0);
  const written = schema.maxItems;
  const maximum = written !== undefined && written >= minimum ? written : undefined;
  const elements =
    maximum === undefined ? minimum : (maximum * (maximum + 1) - minimum * (minimum - 1)) / 2;
  if ((minimum === 0 && maximum === undefined) || elements >= maximumElements) {
    return undefined;
  }
  const repeat = (length: number): string[] => Array<string>(length).fill(item.text);
  if (maximum === undefined) {
    return printTuple([...repeat(minimum), `...${toArrayType(item).text}`]);
  }
  const lengths = Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index);
  return joinUnion(lengths.map((length) => printTuple(repeat(length))));
}

/** openapi-typescript's limit. Above it, TypeScript becomes slow at inferring tuples. */
const maximumElements = 30;
