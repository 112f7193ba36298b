import { createDiagnosticError } from "../../../../diagnostic.ts";
import { isObject } from "../../../../json-object.ts";
import { escapeSegment } from "../../../../text/pointer.ts";
import type { Target } from "../../../read/references/references.ts";
import { maximumNameLength } from "../../../read/text/limits.ts";
import type { Location } from "../../model.ts";

/** A value of the document with its place. The builders of the model walk over these. */
export type Raw = Target;

/** The member of an object or array; undefined when it does not exist. */
export function findMember(raw: Raw, key: string | number): Raw | undefined {
  const { file, pointer, value } = raw;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) {
    return undefined;
  }
  const child = (value as Readonly<Record<string | number, unknown>>)[key];
  const segment = typeof key === "number" ? key : escapeSegment(key);
  return { file, pointer: `${pointer}/${segment}`, value: child };
}

/**
 * The members of an object in the document's order. Empty for a value that is not an object.
 *
 * @throws DiagnosticError when a name is too long: see `assertNameLength`.
 */
export function listMemberEntries(raw: Raw | undefined): (readonly [string, Raw])[] {
  if (raw === undefined || !isObject(raw.value)) {
    return [];
  }
  const { file, pointer, value } = raw;
  return Object.keys(value).map((key) => {
    assertNameLength(key, raw);
    return [key, { file, pointer: `${pointer}/${escapeSegment(key)}`, value: value[key] }] as const;
  });
}

/**
 * Rejects names that are long enough to exhaust memory. A name is written dozens of times, in identifiers, comments,
 * pointers and messages, so a name of ten megabytes becomes hundreds of megabytes.
 *
 * @throws DiagnosticError with the place of the name.
 */
export function assertNameLength(name: string, { file, pointer }: Raw): void {
  if (name.length > maximumNameLength) {
    throw createDiagnosticError({
      code: "name-too-long",
      message: `A name has ${name.length} characters, and the limit is ${maximumNameLength}: \`${name.slice(0, 40)}…\`.`,
      fix: "Shorten it, or move the text to a description.",
      file: file.name,
      pointer,
    });
  }
}

/** The elements of an array. Empty for a value that is not an array. */
export function listElements(raw: Raw | undefined): Raw[] {
  if (raw === undefined || !Array.isArray(raw.value)) {
    return [];
  }
  const { file, pointer, value } = raw;
  return value.map((element: unknown, index) => ({
    file,
    pointer: `${pointer}/${index}`,
    value: element,
  }));
}

export function toLocation({ file, pointer }: Raw): Location {
  return { file: file.name, pointer };
}

/** A member that is a string; undefined for anything else. */
export function readString(raw: Raw, key: string): string | undefined {
  const value = isObject(raw.value) ? raw.value[key] : undefined;
  return typeof value === "string" ? value : undefined;
}

/** A member that is a boolean; undefined for anything else. */
export function readBoolean(raw: Raw, key: string): boolean | undefined {
  const value = isObject(raw.value) ? raw.value[key] : undefined;
  return typeof value === "boolean" ? value : undefined;
}

/** Every `x-` member, as written. */
export function readExtensions(raw: Raw): ReadonlyMap<string, unknown> {
  const value = isObject(raw.value) ? raw.value : {};
  const names = Object.keys(value).filter((name) => name.startsWith("x-"));
  return names.length === 0 ? none : new Map(names.map((name) => [name, value[name]]));
}

const none: ReadonlyMap<string, unknown> = new Map();

/** Returns `{ key: value }`, or `{}` when the value is undefined, so that an absent keyword is an absent member. */
export function includeIfDefined<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [K in Key]?: Value } {
  // TypeScript widens the computed key to `string`.
  return (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: Value };
}
