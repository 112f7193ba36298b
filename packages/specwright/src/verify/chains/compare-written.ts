import { isEqual, isObject } from "@specwright/runtime/v1/values";
import { readJson } from "../answers/read-json.ts";
import type { HttpAnswer } from "../requests/send.ts";

/**
 * The names of the written members that have another value in the response. Members that the response leaves out, or
 * has with another type, are not compared: they may be secrets, or may have another form in responses.
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

/**
 * Date-times are compared independently of their time zone. An object may have more members, because the server adds
 * defaults.
 */
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
