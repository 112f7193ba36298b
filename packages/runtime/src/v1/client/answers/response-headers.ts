import { fromUtf8Bytes } from "../../parameters/decode-header.ts";
import { isJson } from "../../parameters/pieces.ts";
import { splitField } from "../../parameters/split.ts";
import type { ValueType } from "../../parameters.ts";
import type { ClientOperation } from "../operation.ts";
import { type HeaderDefinition, parse, readPrimitive, toTypeNames } from "./primitive-headers.ts";

/**
 * Reads the documented headers as numbers, booleans, lists and objects, by their schema. A string that does not fit the
 * schema stays a string. A header that was not sent is absent.
 */
export function responseHeaders(
  definitions: readonly HeaderDefinition[],
): NonNullable<ClientOperation["readHeaders"]> {
  return ({ status, headers }) => {
    const values: [string, unknown][] = [];
    for (const { statuses, ...definition } of definitions) {
      const text = headers.get(definition.name);
      if (text !== null && (statuses === undefined || statuses.some((one) => fits(one, status)))) {
        // Dates of cookies contain commas, so the list is that of the fields (RFC 6265, section 3).
        const isList = /^set-cookie$/i.test(definition.name) && acceptsList(definition);
        const value = isList
          ? headers
              .getSetCookie()
              .map((each) => readPrimitive(fromUtf8Bytes(each), definition.type?.items))
          : decode(definition, fromUtf8Bytes(text));
        values.push([definition.name, value]);
      }
    }
    return Object.fromEntries(values);
  };
}

function acceptsList({ type }: Omit<HeaderDefinition, "name">): boolean {
  return toTypeNames(type).includes("array");
}

/**
 * Does the same as `decodeHeader`, which would add a kilobyte to a client for styles that headers never have. Numbers,
 * booleans and null are written as in JSON.
 */
function decode(
  { contentType, type, explode }: Omit<HeaderDefinition, "name">,
  text: string,
): unknown {
  if (contentType !== undefined) {
    return isJson(contentType) ? parse(text, text) : text;
  }
  const names = toTypeNames(type);
  const isArray = names.includes("array");
  if (!isArray && !names.includes("object")) {
    return readPrimitive(text, type);
  }
  const parts = splitField(text);
  const pairs = parts.map((part): [string, string] => {
    const at = part.indexOf("=");
    return [part.slice(0, at), part.slice(at + 1)];
  });
  if (names.includes("object") && !(isArray && !(explode && text.includes("=")))) {
    const entries = explode
      ? pairs
      : parts.flatMap((key, index) =>
          index % 2 === 0 ? [[key, parts[index + 1] ?? ""] as const] : [],
        );
    const isWhole = explode ? parts.every((part) => part.includes("=")) : parts.length % 2 === 0;
    if (isWhole) {
      return Object.fromEntries(
        entries.map(([key, value]) => [key, readPrimitive(value, findMemberType(type, key))]),
      );
    }
  }
  const isPrimitive = names.some((name) => name !== "array" && name !== "object");
  if (isArray && (!isPrimitive || parts.length > 1)) {
    const { items } = type ?? {};
    const isEmpty =
      text === "" && toTypeNames(items).length > 0 && !toTypeNames(items).includes("string");
    return isEmpty ? [] : parts.map((part) => readPrimitive(part, items));
  }
  return readPrimitive(text, type);
}

function findMemberType(type: ValueType | undefined, key: string): ValueType | undefined {
  const { properties = {}, additionalProperties } = type ?? {};
  return Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
}

function fits(written: string, status: number): boolean {
  const text = String(status);
  return written === text || written === "default" || written.toUpperCase() === `${text[0]}XX`;
}
