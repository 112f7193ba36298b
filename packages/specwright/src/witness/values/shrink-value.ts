import { isObject } from "../../json-object.ts";

/** Values that are tried for one witness. */
const mostTries = 1500;

/**
 * A smaller value that still passes a test: without members and items that it does not need, and with shorter texts and
 * simpler numbers. The value itself passes the test.
 */
export function shrinkValue(value: unknown, test: (value: unknown) => boolean): unknown {
  const tries = { left: mostTries };
  let smallest = value;
  for (;;) {
    const next = shrinkOnce(smallest, (each) => {
      tries.left -= 1;
      return tries.left >= 0 && test(each);
    });
    if (next === undefined || tries.left < 0) {
      return next === undefined ? smallest : next.value;
    }
    smallest = next.value;
  }
}

/** The first smaller value that passes, boxed. */
function shrinkOnce(
  value: unknown,
  test: (value: unknown) => boolean,
): { readonly value: unknown } | undefined {
  for (const simpler of listSimpler(value)) {
    if (test(simpler)) {
      return { value: simpler };
    }
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = shrinkOnce(item, (each) => test(value.with(index, each)));
      if (found !== undefined) {
        return { value: value.with(index, found.value) };
      }
    }
  } else if (isObject(value)) {
    const entries = Object.entries(value);
    for (const [index, [name, member]] of entries.entries()) {
      const replace = (each: unknown): object =>
        Object.fromEntries(entries.with(index, [name, each]));
      const found = shrinkOnce(member, (each) => test(replace(each)));
      if (found !== undefined) {
        return { value: replace(found.value) };
      }
    }
  }
  return undefined;
}

/** Simpler values in the place of one, each smaller than it by an order that has an end. */
function* listSimpler(value: unknown): Generator<unknown, void, undefined> {
  if (typeof value === "string") {
    const characters = [...value];
    const { length } = characters;
    for (const shorter of [...new Set([0, 1, Math.floor(length / 2), length - 1])]) {
      if (shorter >= 0 && shorter < length) {
        yield characters.slice(0, shorter).join("");
      }
    }
    if (length > 0 && value !== "a".repeat(length)) {
      yield "a".repeat(length);
    }
  } else if (typeof value === "number" && value !== 0) {
    yield 0;
    if (value !== 1) {
      yield 1;
    }
    if (!Number.isInteger(value)) {
      yield Math.trunc(value);
    } else if (Math.abs(value) > 1) {
      yield Math.trunc(value / 10);
      yield Math.trunc(value / 2);
    }
  } else if (value === true) {
    yield false;
  } else if (Array.isArray(value) && value.length > 0) {
    yield [];
    if (value.length > 3) {
      yield value.slice(0, Math.floor(value.length / 2));
    }
    for (const index of value.keys()) {
      yield value.toSpliced(index, 1);
    }
  } else if (isObject(value)) {
    const names = Object.keys(value);
    if (names.length > 1) {
      yield {};
    }
    for (const name of names) {
      const { [name]: _, ...rest } = value;
      yield rest;
    }
  }
}
