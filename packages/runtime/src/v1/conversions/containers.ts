import { setMember } from "../parameters/typed-text.ts";
import { NumberText, readExactly } from "./exact-json.ts";
import type { Convert } from "./single-values.ts";

/** Returns whether a value is an object of JSON, and not a list, a Date, a Blob or the like. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === "[object Object]";
}

/** A copy that conversions may change. */
export function copyObject(value: object): object {
  return { ...value };
}

/** Converts a member of an object, in place, if the object has it. */
export function convertMember(
  object: Record<string, unknown>,
  name: string,
  convert: Convert,
  at: string,
): void {
  if (Object.hasOwn(object, name)) {
    const place = `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const converted = convert(readExactly(object, name), place);
    if (!(converted instanceof NumberText)) {
      setMember(object, name, converted);
    }
  }
}

/** Converts all members except the named ones, in place. */
export function convertOthers(
  object: Record<string, unknown>,
  known: readonly string[],
  convert: Convert,
  at: string,
): void {
  for (const name of Object.keys(object)) {
    if (!known.includes(name)) {
      convertMember(object, name, convert, at);
    }
  }
}

/**
 * Converts the items of a list, in place. Every other value is returned as it is.
 *
 * @param first the conversions of the first items
 */
export function convertItems(
  value: unknown,
  convert: Convert | undefined,
  at: string,
  first: readonly (Convert | undefined)[] = [],
): unknown {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const each = index < first.length ? first[index] : convert;
      if (each !== undefined) {
        const converted = each(readExactly(value, `${index}`), `${at}/${index}`);
        value[index] = converted instanceof NumberText ? value[index] : converted;
      }
    }
  }
  return value;
}

/** `convertItems` in a copy of the list. */
export function copyItems(
  value: unknown,
  convert: Convert | undefined,
  at: string,
  first?: readonly (Convert | undefined)[],
): unknown {
  return convertItems(Array.isArray(value) ? [...value] : value, convert, at, first);
}

/** Returns whether a member of an object has one of the values. */
export function isTagged(value: unknown, name: string, values: readonly unknown[]): boolean {
  return isJsonObject(value) && Object.hasOwn(value, name) && values.includes(value[name]);
}

/** Converts the items of a stream as they pass. Bytes and texts, which are encoded already, stay as they are. */
export function convertEach(convert: Convert): Convert {
  return (value) =>
    isIterable(value) && !ArrayBuffer.isView(value) && !(value instanceof ReadableStream)
      ? convertStream(value, convert)
      : value;
}

function isIterable(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    (Symbol.asyncIterator in value || Symbol.iterator in value)
  );
}

async function* convertStream(
  items: AsyncIterable<unknown> | Iterable<unknown>,
  convert: Convert,
): AsyncGenerator<unknown, void, undefined> {
  let index = 0;
  for await (const item of items) {
    yield convert(item, `/${index++}`);
  }
}
