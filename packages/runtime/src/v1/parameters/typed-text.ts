import type { ValueType, ValueTypeName } from "./definition.ts";

/** The type names of a descriptor as a list; empty when it has none. */
export function listDescriptorTypes(type: ValueType | undefined): readonly ValueTypeName[] {
  const names = type?.type ?? [];
  return typeof names === "string" ? [names] : names;
}

/** Returns whether a value of this type may be a string. */
export function acceptsString(type: ValueType | undefined): boolean {
  const names = listDescriptorTypes(type);
  return names.length === 0 || names.includes("string");
}

/** Returns whether a value of this type may be a text, a number or a boolean. */
export function isPrimitive(type: ValueType | undefined): boolean {
  const names = listDescriptorTypes(type);
  return names.length === 0 || names.some((name) => !/^(?:array|object|null)$/.test(name));
}

/**
 * Reads a string as a primitive of its type: `5` as a number, `true` as a boolean. Numbers follow the grammar of JSON
 * (RFC 8259, section 6). An empty string and `null` are null if the type allows null and not text. Every other string is
 * returned unchanged, and so are integers that a double cannot hold exactly: a rounded id would be the id of something
 * else.
 */
export function readTypedText(text: string, type: ValueType | undefined): unknown {
  const names = listDescriptorTypes(type);
  for (const name of names) {
    const value = read(text, name);
    if (value !== undefined && (value !== null || !names.includes("string"))) {
      return value;
    }
  }
  return text;
}

/**
 * `readTypedText` for a string inside another value, such as an item of an array. A nested array or object is read as JSON,
 * because styles cannot nest. If the type also allows text, it stays text.
 */
export function readTypedPart(text: string, type: ValueType | undefined): unknown {
  const names = listDescriptorTypes(type);
  const name = text.startsWith("[") ? "array" : text.startsWith("{") ? "object" : undefined;
  if (name === undefined || !names.includes(name) || names.includes("string")) {
    return readTypedText(text, type);
  }
  const value = parseJsonIfValid(text);
  return typeof value === "object" ? value : text;
}

function read(text: string, name: ValueTypeName): number | boolean | null | undefined {
  switch (name) {
    case "integer":
    case "number":
      return readNumber(text, name === "integer");
    case "boolean":
      return text === "true" || (text === "false" ? false : undefined);
    case "null":
      return text === "null" || text === "" ? null : undefined;
    default:
      return undefined;
  }
}

function readNumber(text: string, integer: boolean): number | undefined {
  const value = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : NaN;
  // Integers must not be rounded: 9007199254740993 would become 9007199254740992. Fractions may be, as in JSON.
  const exact = Number.isSafeInteger(value) || /[.eE]/.test(text) || String(value) === text;
  return Number.isFinite(value) && exact && (!integer || Number.isInteger(value))
    ? value
    : undefined;
}

/** Parses JSON. A string that is not JSON is returned unchanged. */
export function parseJsonIfValid(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the validator refuses the text with a better message.
    return text;
  }
}

/** Sets a member whose name comes from a request or a document. `__proto__` becomes an ordinary member. */
export function setMember(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(target, name, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  } else {
    target[name] = value;
  }
}

/** The type of an item by its position. */
export function findItemType(type: ValueType | undefined, at: number): ValueType | undefined {
  return type?.prefixItems?.[at] ?? type?.items;
}

/** The type of a property: declared, matched by an expression, or additional. */
export function findPropertyType(type: ValueType | undefined, name: string): ValueType | undefined {
  const { properties, patternProperties, additionalProperties } = type ?? {};
  if (properties !== undefined && Object.hasOwn(properties, name)) {
    return properties[name];
  }
  const found = patternProperties && findMatchingType(patternProperties, name);
  return found ?? additionalProperties;
}

type PatternTypes = NonNullable<ValueType["patternProperties"]>;

/** Compiling an expression takes longer than trying it. */
const compiled = new WeakMap<PatternTypes, readonly (readonly [RegExp, ValueType])[]>();

function findMatchingType(patterns: PatternTypes, name: string): ValueType | undefined {
  const known =
    compiled.get(patterns) ??
    Object.entries(patterns).map(([source, type]) => [new RegExp(source, "u"), type] as const);
  compiled.set(patterns, known);
  const types = known.filter(([expression]) => expression.test(name)).map(([, type]) => type);
  return types.length === 0 ? undefined : types.reduce(narrow);
}

/** The type of a value that has both types. Of two that exclude each other, one was only a guess. */
function narrow(left: ValueType, right: ValueType): ValueType {
  const own = listDescriptorTypes(left);
  const other = listDescriptorTypes(right);
  const all = [...own, ...other];
  const common = all.filter((name) => includes(own, name) && includes(other, name));
  return { ...left, ...right, type: common.length > 0 ? common : all };
}

function includes(names: readonly ValueTypeName[], name: ValueTypeName): boolean {
  return names.includes(name) || (name === "integer" && names.includes("number"));
}
