import { maximumNesting } from "../schema/values/nesting.ts";
import type { Pairs } from "./decode-query.ts";
import type { ValueType } from "./definition.ts";
import {
  findItemType,
  findPropertyType,
  isPrimitive,
  listDescriptorTypes,
  readTypedPart,
  setMember,
} from "./typed-text.ts";

/** The texts at one place of a value, and the places inside it by their key. */
interface Place {
  readonly texts: string[];
  readonly inner: Map<string, Place>;
}

/**
 * Reads names with brackets, `p[a]=1&p[b][c]=2`, as the object `{ a: 1, b: { c: 2 } }`. Where the type is an array, `[]` and
 * indexes are items, in the order of the indexes. OpenAPI defines only the first level of objects.
 *
 * @param findKeys the keys from the value to the place of a name; undefined for names of others
 * @returns undefined when no name belongs to the value
 */
export function decodeDeep(
  pairs: Pairs,
  type: ValueType | undefined,
  decode: (text: string) => string,
  findKeys: (name: string) => readonly string[] | undefined,
): unknown {
  const root = createPlace();
  for (const [name, texts] of pairs) {
    const keys = findKeys(name);
    if (keys !== undefined) {
      let place = root;
      for (const key of keys) {
        const next = place.inner.get(key) ?? createPlace();
        place.inner.set(key, next);
        place = next;
      }
      for (const text of texts) {
        place.texts.push(decode(text));
      }
    }
  }
  return root.inner.size === 0 ? undefined : readPlace(root, type);
}

function createPlace(): Place {
  return { texts: [], inner: new Map() };
}

/**
 * Splits `[a][b]` into `a` and `b`; undefined when the brackets do not match. The sender chooses the depth, so what is
 * deeper than a validator accepts stays together: such a value is refused as too deep.
 */
export function parseBracketKeys(brackets: string): readonly string[] | undefined {
  if (!brackets.startsWith("[") || !brackets.endsWith("]")) {
    return undefined;
  }
  const keys = brackets.slice(1, -1).split("][");
  const limit = maximumNesting + 1;
  return keys.length <= limit ? keys : [...keys.slice(0, limit), keys.slice(limit).join("][")];
}

function readPlace({ texts, inner }: Place, type: ValueType | undefined): unknown {
  const names = listDescriptorTypes(type);
  const isList = names.includes("array");
  const values = texts.map((text, at) =>
    readTypedPart(text, isList ? findItemType(type, at) : type),
  );
  if (inner.size === 0) {
    // A list of one item looks like the item, as in all styles that repeat a name.
    const [text] = values.length === 1 && isPrimitive(type) ? texts : [];
    return text !== undefined
      ? readTypedPart(text, type)
      : isList || values.length > 1
        ? values
        : values[0];
  }
  if ((isList || names.length === 0) && areItems(inner, isList)) {
    const items = listItems(inner).map((item, at) =>
      readPlace(item, findItemType(type, values.length + at)),
    );
    return [...values, ...items];
  }
  const value: Record<string, unknown> = {};
  for (const [key, place] of inner) {
    setMember(value, key, readPlace(place, findPropertyType(type, key)));
  }
  // `a[b]=1&a[b][c]=2` is contradictory. A validator can refuse the list of both.
  return values.length > 0 ? [...values, value] : value;
}

/** Without a type, indexes may be names. */
function areItems(inner: Place["inner"], isList: boolean): boolean {
  return [...inner.keys()].every((key) => key === "" || (isList && isIndex(key)));
}

/** The items in the order of their indexes, then those of `[]`, each text of which is an item. */
function listItems(inner: Place["inner"]): readonly Place[] {
  const indexed = [...inner].filter(([key]) => key !== "");
  const rest = inner.get("");
  const appended =
    rest === undefined || rest.inner.size > 0
      ? []
      : rest.texts.map((text): Place => ({ texts: [text], inner: new Map() }));
  return [
    ...indexed.sort(([left], [right]) => Number(left) - Number(right)).map(([, place]) => place),
    ...(rest !== undefined && rest.inner.size > 0 ? [rest] : appended),
  ];
}

function isIndex(key: string): boolean {
  return /^(?:0|[1-9]\d{0,14})$/.test(key);
}
