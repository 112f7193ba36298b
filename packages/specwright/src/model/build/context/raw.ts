import { DiagnosticError } from "../../../diagnostic.ts";
import { isObject } from "../../../json-object.ts";
import type { Target } from "../../../read/references/references.ts";
import { maximumNameLength } from "../../../read/text/limits.ts";
import { escapeSegment } from "../../../text/pointer.ts";
import type { Location } from "../../model.ts";

/** A value of the document with its place: what building the model walks over. */
export type Raw = Target;

/** The member of an object or array; undefined when it does not exist. */
export function member(raw: Raw, key: string | number): Raw | undefined {
  const { file, pointer, value } = raw;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) {
    return undefined;
  }
  const child = (value as Readonly<Record<string | number, unknown>>)[key];
  const segment = typeof key === "number" ? key : escapeSegment(key);
  return { file, pointer: `${pointer}/${segment}`, value: child };
}

/**
 * The members of an object in the document's order; none for anything else.
 *
 * @throws DiagnosticError when a name is too long: see `assertNameLength`.
 */
export function entries(raw: Raw | undefined): (readonly [string, Raw])[] {
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
 * Refuses names that were made to exhaust memory: a name is written out dozens of times, in identifiers, comments,
 * pointers and messages, so that ten megabytes of it become hundreds.
 *
 * @throws DiagnosticError with the place that the name stands in.
 */
export function assertNameLength(name: string, { file, pointer }: Raw): void {
  if (name.length > maximumNameLength) {
    throw new DiagnosticError([
      {
        severity: "error",
        code: "name-too-long",
        message: `A name has ${name.length} characters, and no more than ${maximumNameLength} are read: \`${name.slice(0, 40)}…\`.`,
        fix: "Shorten it, or move the text to a description.",
        file: file.name,
        pointer,
      },
    ]);
  }
}

/** The elements of an array; none for anything else. */
export function elements(raw: Raw | undefined): Raw[] {
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

/** `{ key: value }` when there is a value, else nothing: absent keywords are absent members. */
export function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [K in Key]?: Value } {
  // TypeScript widens the computed key to `string`.
  return (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: Value };
}
