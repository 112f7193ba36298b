import { hasBrackets, type ParameterDefinition } from "./definition.ts";
import { chooseQueryEncoder, encodeQuery } from "./encode-query.ts";
import { ParameterError } from "./parameter-error.ts";
import { encodePercent } from "./percent.ts";
import { getOwnValue, toValueText } from "./pieces.ts";

/**
 * `encodeQuery` for definitions that may have an `arrayFormat`. It is a function of its own, so that a client without such
 * parameters does not contain it.
 *
 * @throws ParameterError when the style cannot carry the value; with brackets, that is an empty array or object in a list,
 * and a key with `[` or `]`
 * @example
 * ```ts
 * import { encodeBracketQuery } from "@specwright/runtime/v1/parameters";
 *
 * const query = (arrayFormat: "brackets" | "indices", value: unknown) =>
 *   decodeURIComponent(encodeBracketQuery([{ name: "p", in: "query", arrayFormat }], { p: value }));
 * query("brackets", ["a", "b"]); // => "p[]=a&p[]=b"
 * query("indices", ["a", "b"]); // => "p[0]=a&p[1]=b"
 * query("brackets", [{ price: 5 }]); // => "p[0][price]=5"
 * ```
 */
export function encodeBracketQuery(
  definitions: readonly ParameterDefinition[],
  values: Readonly<Record<string, unknown>>,
): string {
  return definitions
    .map((definition) => {
      const value = getOwnValue(values, definition.name);
      return hasBrackets(definition) && typeof value === "object" && value !== null
        ? encodeParts(definition, value)
        : encodeQuery([definition], values);
    })
    .filter((text) => text !== "")
    .join("&");
}

/** Where pairs are written, and how. */
interface Writing {
  readonly definition: ParameterDefinition;
  readonly pairs: string[];
}

/** A list and a `deepObject` have the parameter's name. The properties of every other object are parameters themselves. */
function encodeParts(definition: ParameterDefinition, value: object): string {
  const writing: Writing = { definition, pairs: [] };
  const { name, in: location, style } = definition;
  const isWhole = Array.isArray(value) || value instanceof Date || style === "deepObject";
  if (isWhole && location !== "querystring") {
    encodePart(name, value, writing);
  } else {
    for (const [key, member] of Object.entries(value)) {
      encodePart(checkKey(definition, key), member, writing);
    }
  }
  return writing.pairs.join("&");
}

/** Returns whether the value has a part that is sent. */
function encodePart(name: string, value: unknown, writing: Writing): boolean {
  if (Array.isArray(value)) {
    return encodeItems(name, value, writing);
  }
  const { definition, pairs } = writing;
  if (typeof value !== "object" || value === null || value instanceof Date) {
    const text = toValueText(name, value);
    if (text !== undefined) {
      pairs.push(`${encodePercent(name)}=${chooseQueryEncoder(definition)(text)}`);
    }
    return text !== undefined;
  }
  let isSent = false;
  for (const [key, member] of Object.entries(value)) {
    isSent = encodePart(`${name}[${checkKey(definition, key)}]`, member, writing) || isSent;
  }
  return isSent;
}

/** Null and undefined are not sent, so they have no index. */
function encodeItems(name: string, value: readonly unknown[], writing: Writing): boolean {
  const items = value.filter((item) => item !== null && item !== undefined);
  const isFlat = items.every((item) => typeof item !== "object" || item instanceof Date);
  const hasIndex = writing.definition.arrayFormat === "indices" || !isFlat;
  for (const [index, item] of items.entries()) {
    if (!encodePart(`${name}[${hasIndex ? index : ""}]`, item, writing)) {
      throw new ParameterError(name, "cannot carry an empty array or object in a list");
    }
  }
  return items.length > 0;
}

/** With brackets in it, a key would be read as several keys. */
function checkKey({ name }: ParameterDefinition, key: string): string {
  if (/[[\]]/.test(key)) {
    throw new ParameterError(name, 'cannot carry a key with "[" or "]"');
  }
  return key;
}
