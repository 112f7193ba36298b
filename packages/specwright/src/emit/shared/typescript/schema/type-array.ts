import type { Schema } from "../../../../document/model/model.ts";
import type { TypeContext, TypePlace } from "../type-context.ts";
import type { Print } from "./type-object.ts";
import {
  joinUnion,
  type PrintedType,
  toArrayType,
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
    const elements = schema.prefixItems.map((item) => printSchema(item, context, place).text);
    const { items } = schema;
    const hasMore = items !== undefined && items.boolean === undefined;
    type = printTuple(
      hasMore && context.options.likeOpenapiTypescript !== true
        ? [...elements, `...${toArrayType(printSchema(items, context, place)).text}`]
        : elements,
    );
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
