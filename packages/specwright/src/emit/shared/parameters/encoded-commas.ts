import { foldPossibility, foldSchema } from "../../../document/model/facts/fold-schema.ts";
import type { Model, Parameter, Schema } from "../../../document/model/model.ts";
import { allowsComma } from "./allows-comma.ts";
import { changeParameters } from "./change-parameters.ts";
import { foldValueType } from "./value-type.ts";

/**
 * Applies the setting `splitEncodedCommas` to a model: lists in the query are split at `%2C` even when an item may
 * contain a comma.
 */
export function withEncodedCommas(model: Model): Model {
  return changeParameters(model, (parameter) =>
    parameter.in === "query" && isJoinedByCommas(parameter)
      ? { ...parameter, splitEncoded: true }
      : parameter,
  );
}

/**
 * Returns whether the router also splits a parameter at `%2C`: when its items cannot contain a comma, or when the
 * setting says so.
 */
export function splitsEncodedCommas(parameter: Joined): boolean {
  return (
    parameter.splitEncoded === true ||
    (isJoinedByCommas(parameter) && !mayItemsHaveComma(parameter.schema))
  );
}

/** Returns whether a client must repeat a parameter for items that contain commas, instead of joining them. */
export function repeatsItemsWithCommas(parameter: Parameter): boolean {
  return parameter.splitEncoded === true && mayItemsHaveComma(parameter.schema);
}

/** The members of a parameter that determine this. A form field is encoded like a query parameter. */
type Joined = Pick<
  Parameter,
  "in" | "style" | "explode" | "contentType" | "schema" | "splitEncoded"
>;

/**
 * Returns whether a parameter is a list joined by commas, in a place with percent-encoding, and its value is always a
 * list.
 */
function isJoinedByCommas({ in: location, style, explode, contentType, schema }: Joined): boolean {
  const isJoined =
    contentType === undefined &&
    location !== "header" &&
    !explode &&
    (style === "form" || style === "simple");
  const types = isJoined ? [foldValueType(schema)?.type ?? []].flat() : [];
  return types.includes("array") && types.every((type) => type === "array" || type === "null");
}

/** Returns whether an item of a list may contain a comma. Follows references, `allOf` and alternatives of the list itself. */
function mayItemsHaveComma(schema: Schema): boolean {
  return foldSchema(schema, commaInItem);
}

const commaInItem = foldPossibility(({ types, items, prefixItems = [], unevaluatedItems }) => {
  const rest = items ?? unevaluatedItems;
  const excludes = rest !== undefined && ![...prefixItems, rest].some(allowsComma);
  return !excludes && types?.includes("array") !== false;
});
