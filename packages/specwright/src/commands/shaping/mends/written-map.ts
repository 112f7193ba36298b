import { isScalar, type Pair, type YAMLMap } from "yaml";
import { readKeyText } from "../../../document/read/yaml/full/key-text.ts";

/** A map of a document as `yaml` reads it. */
export type WrittenMap = YAMLMap<unknown, unknown>;

/** The members of maps by their names, because a map with many members may have many mends. */
const indexed = new WeakMap<object, ReadonlyMap<string, Pair<unknown, unknown>>>();

/** The pair with a name. */
export function findPair(map: WrittenMap, name: string): Pair<unknown, unknown> | undefined {
  const known =
    indexed.get(map) ??
    new Map(
      map.items.map((pair) => [
        isScalar(pair.key) ? readKeyText(pair.key) : String(pair.key),
        pair,
      ]),
    );
  indexed.set(map, known);
  return known.get(name);
}

/** Where a node begins, and where its value ends, without the white space behind it. */
export function readRange(node: unknown): readonly [start: number, end: number] | undefined {
  const { range } = Object(node);
  return Array.isArray(range) ? [Number(range[0]), Number(range[1])] : undefined;
}

/** Where the name of a pair begins, where its value does (after the colon), and where the value ends. */
export function readPairRange(
  text: string,
  pair: Pair<unknown, unknown> | undefined,
): readonly [start: number, value: number, end: number] | undefined {
  const key = readRange(pair?.key);
  const value = readRange(pair?.value);
  if (key === undefined || value === undefined) {
    return undefined;
  }
  const end = text.slice(0, value[1]).trimEnd().length;
  return [key[0], text.indexOf(":", key[1]) + 1, end];
}
