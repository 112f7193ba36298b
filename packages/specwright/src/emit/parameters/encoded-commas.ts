import { foldPossibility, foldSchema } from "../../model/facts/fold-schema.ts";
import type { Model, Parameter, Schema } from "../../model/model.ts";
import { allowsComma } from "./allows-comma.ts";
import { changeParameters } from "./change-parameters.ts";
import { foldValueType } from "./value-type.ts";

/** The model of the setting `splitEncodedCommas`: lists in the query split at `%2C` even where an item may have a comma. */
export function withEncodedCommas(model: Model): Model {
  return changeParameters(model, (parameter) =>
    parameter.in === "query" && isJoinedByCommas(parameter)
      ? { ...parameter, splitEncoded: true }
      : parameter,
  );
}

/** Returns whether the router splits a parameter at `%2C` too: when no item can have a comma, and when the setting says so. */
export function splitsEncodedCommas(parameter: Joined): boolean {
  return (
    parameter.splitEncoded === true ||
    (isJoinedByCommas(parameter) && !itemsAllowComma(parameter.schema))
  );
}

/** Returns whether a client must not join the items of a parameter that have commas. */
export function repeatsItemsWithCommas(parameter: Parameter): boolean {
  return parameter.splitEncoded === true && itemsAllowComma(parameter.schema);
}

/** The part of a parameter that decides. A field of a form travels like a parameter of the query. */
type Joined = Pick<
  Parameter,
  "in" | "style" | "explode" | "contentType" | "schema" | "splitEncoded"
>;

/** Lists in places whose text is percent-encoded, with values that are nothing but lists. */
function isJoinedByCommas({ in: location, style, explode, contentType, schema }: Joined): boolean {
  const isJoined =
    contentType === undefined &&
    location !== "header" &&
    !explode &&
    (style === "form" || style === "simple");
  const types = isJoined ? [foldValueType(schema)?.type ?? []].flat() : [];
  return types.includes("array") && types.every((type) => type === "array" || type === "null");
}

/** Returns whether an item of a list may have a comma. Looks through references, `allOf` and alternatives of the list itself. */
function itemsAllowComma(schema: Schema): boolean {
  return foldSchema(schema, commaInItem);
}

const commaInItem = foldPossibility(({ types, items, prefixItems }) => {
  const excludes = items !== undefined && prefixItems === undefined && !allowsComma(items);
  return !excludes && types?.includes("array") !== false;
});
