import { isJsonObject } from "../conversions/containers.ts";
import { isEqual } from "../schema/values/equal.ts";
import {
  drawItem,
  drawNumber,
  drawWhole,
  getSharedData,
  type Maker,
  type MockData,
} from "./data.ts";

/** In objects that are inside more objects than this, only required members are made. */
const deepest = 3;

/** The members of an object that are not always made. */
export interface ObjectOptions {
  readonly optional?: readonly string[];
  readonly readOnly?: readonly string[];
  readonly writeOnly?: readonly string[];
}

/**
 * Makes an object. Each member is drawn by itself, so that a member that is given changes no other. A member that is given
 * as undefined is left out, and further members that are given are kept.
 */
export function fakeObject(
  given: unknown,
  data: MockData = getSharedData(),
  members: Readonly<Record<string, Maker>> = {},
  { optional = [], readOnly = [], writeOnly = [] }: ObjectOptions = {},
): unknown {
  if (given !== undefined && !isJsonObject(given)) {
    return given;
  }
  const { direction } = data;
  const leftOut = [
    direction === "request" ? readOnly : direction === "response" ? writeOnly : [],
    data.depth < deepest ? [] : optional,
  ].flat();
  const start = Math.floor(drawNumber(data) * 2 ** 32);
  data.depth += 1;
  const made = Object.keys(members).flatMap((name, index): [string, unknown][] => {
    const own = given && Object.hasOwn(given, name);
    if (own ? given[name] === undefined : leftOut.includes(name)) {
      return [];
    }
    data.state = start + Math.imul(index, 0x9e3779b1);
    return [[name, members[name]?.(own ? given[name] : undefined, data)]];
  });
  data.depth -= 1;
  data.state = start;
  const further = Object.entries(given ?? {}).filter(
    ([name, value]) => value !== undefined && !Object.hasOwn(members, name),
  );
  return Object.fromEntries([...made, ...further]);
}

/** Makes an object with names of the document's choice: `keys` makes the names, and `values` the values. */
export function fakeMap(keys: Maker<string>, values: Maker, least: number, most: number): Maker {
  return (given, data = getSharedData()) => {
    const count = data.depth >= deepest ? least : drawWhole(data, Math.max(least, 1), most);
    const names = new Set<string>();
    for (let tries = 0; given === undefined && names.size < count && tries < 20; tries += 1) {
      names.add(keys(undefined, data));
    }
    return fakeObject(given, data, Object.fromEntries([...names].map((name) => [name, values])));
  };
}

/** Makes a list with at least `least` items. Items that are given are completed. */
export function fakeList(item: Maker, least = 0, most = 3): Maker {
  return (given, data = getSharedData()) => {
    if (given !== undefined) {
      return Array.isArray(given) ? given.map((each) => item(each, data)) : given;
    }
    const length = countItems(data, least, most);
    return Array.from({ length }, () => item(undefined, data));
  };
}

/** Makes a list whose items differ. */
export function fakeSet(item: Maker, least = 0, most = 3): Maker {
  return (given, data = getSharedData()) => {
    if (given !== undefined) {
      return fakeList(item)(given, data);
    }
    const length = countItems(data, least, most);
    const made: unknown[] = [];
    for (let tries = 0; made.length < length && tries < 10 * length; tries += 1) {
      const next = item(undefined, data);
      if (!made.some((other) => isEqual(other, next))) {
        made.push(next);
      }
    }
    return made;
  };
}

function countItems(data: MockData, least: number, most: number): number {
  return data.depth > deepest ? least : drawWhole(data, Math.min(Math.max(least, 1), most), most);
}

/** Makes a list with one item of each maker. */
export function fakeTuple(...items: readonly Maker[]): Maker {
  return (given, data = getSharedData()) =>
    given === undefined || Array.isArray(given)
      ? items.map((item, index) => item((given as unknown[] | undefined)?.[index], data))
      : given;
}

/** One of these values of JSON, or a copy of it. */
export function fakeOneOf<T>(...values: readonly T[]): Maker {
  return (given, data = getSharedData()) =>
    given === undefined ? structuredClone(drawItem(data, values)) : given;
}

/** Null where values are deep; otherwise a value of the maker. */
export function fakeNullable(make: Maker): Maker {
  return (given, data = getSharedData()) =>
    given === null || (given === undefined && data.depth >= deepest) ? null : make(given, data);
}

/**
 * A value of one of the makers. The first one makes the smallest values, and is taken where values are deep. With members
 * that are given, it is the first one that makes all of these members.
 */
export function fakeEither(...makers: readonly [Maker, ...Maker[]]): Maker {
  return (given, data = getSharedData()) => {
    const drawn = data.depth >= deepest ? makers[0] : drawItem(data, makers);
    if (!isJsonObject(given) && !Array.isArray(given)) {
      return given === undefined ? drawn(undefined, data) : given;
    }
    const fitting = makers.find((make) => {
      const made = make(undefined, { ...data });
      return (
        Array.isArray(made) === Array.isArray(given) &&
        isJsonObject(made) &&
        Object.keys(given).every((name) => Object.hasOwn(made, name))
      );
    });
    return (fitting ?? drawn)(given, data);
  };
}

/** An object of one of the makers, which a property names: that of the property that is given, otherwise any. */
export function fakeTagged(property: string, makers: Readonly<Record<string, Maker>>): Maker {
  return (given, data = getSharedData()) => {
    const names = Object.keys(makers);
    const drawn = data.depth >= deepest ? names[0] : drawItem(data, names);
    const asked = isJsonObject(given) ? String(given[property]) : "";
    const name = (Object.hasOwn(makers, asked) ? asked : drawn) as string;
    const tagged = isJsonObject(given) || given === undefined;
    return makers[name]?.(tagged ? { [property]: name, ...given } : given, data);
  };
}
