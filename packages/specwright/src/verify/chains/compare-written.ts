import { isEqual, isObject } from "@specwright/runtime/v1/values";
import { readJson } from "../answers/read-json.ts";
import type { HttpAnswer } from "../requests/send.ts";

/**
 * The members that were written and that an answer has with another value, by name. Members that the answer leaves out are not compared, nor
 * are those of another type: they may be secrets, or have another form there.
 */
export function compareWritten(written: unknown, answer: HttpAnswer): readonly string[] {
  const read = readJson(answer);
  if (!isObject(written) || !isObject(read)) {
    return [];
  }
  const inner = Object.values(read).filter(isObject);
  const isWrapped = Object.keys(written).every((name) => !Object.hasOwn(read, name));
  const thing = isWrapped && inner.length === 1 ? (inner[0] ?? read) : read;
  return Object.entries(written).flatMap(([name, value]) =>
    Object.hasOwn(thing, name) && isComparable(value, thing[name]) && !isSame(value, thing[name])
      ? [name]
      : [],
  );
}

function isComparable(written: unknown, read: unknown): boolean {
  return typeof written === typeof read && Array.isArray(written) === Array.isArray(read);
}

/** Moments are the same in any time zone, and objects may have got defaults. */
function isSame(written: unknown, read: unknown): boolean {
  if (typeof written === "string" && typeof read === "string") {
    const isMoment = /^\d{4}-\d\d-\d\dT/.test(written) && /^\d{4}-\d\d-\d\dT/.test(read);
    return written === read || (isMoment && Date.parse(written) === Date.parse(read));
  }
  if (isObject(written) && isObject(read)) {
    return Object.entries(written).every(
      ([name, value]) => Object.hasOwn(read, name) && isSame(value, read[name]),
    );
  }
  return isEqual(written, read);
}
