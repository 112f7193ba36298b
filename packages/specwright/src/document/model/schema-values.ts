import { isObject } from "../../json-object.ts";
import type { JsonType, Schema } from "./model.ts";

/** A schema under construction. */
export type SchemaDraft = { -readonly [Key in keyof Schema]: Schema[Key] };

/**
 * Reads the plain value of a keyword into a draft. Returns true when the value is right, false when it cannot be used,
 * and otherwise a string that says how the value is read.
 */
type ValueReader = (draft: SchemaDraft, value: unknown, isLegacy: boolean) => boolean | string;

const readers = new Map<string, ValueReader>();

/** The keywords that hold no schemas and no references. */
export const valueReaders: ReadonlyMap<string, ValueReader> = readers;

/** Registers a keyword whose value is kept unchanged when it has the given type. */
function registerSimple(keyword: string, kind: "string" | "boolean", name: string = keyword): void {
  readers.set(keyword, (draft, value) => {
    if (typeof value !== kind) {
      return false;
    }
    // The tables below give each keyword a member of the right type.
    (draft as unknown as Record<string, unknown>)[name] = value;
    return true;
  });
}

for (const keyword of ["title", "description", "format", "pattern"]) {
  registerSimple(keyword, "string");
}
for (const keyword of ["contentMediaType", "contentEncoding"]) {
  registerSimple(keyword, "string");
}
for (const keyword of ["id", "anchor", "dynamicAnchor"]) {
  registerSimple(`$${keyword}`, "string", keyword);
}
for (const keyword of ["maximum", "minimum"] as const) {
  registerNumber(keyword, Number.isFinite);
}
// Division by zero has no result, so `multipleOf: 0` could not judge any value.
registerNumber("multipleOf", (value) => Number.isFinite(value) && value > 0);
for (const subject of ["Length", "Items", "Contains", "Properties"] as const) {
  registerNumber(`min${subject}`, isCount);
  registerNumber(`max${subject}`, isCount);
}
for (const keyword of ["deprecated", "readOnly", "writeOnly", "uniqueItems"]) {
  registerSimple(keyword, "boolean");
}

/** Registers a keyword whose value is a number that the metaschema allows. */
function registerNumber(
  keyword: "multipleOf" | "minimum" | "maximum" | `${"min" | "max"}${Subject}`,
  isAllowed: (value: number) => boolean,
): void {
  readers.set(keyword, (draft, value) => {
    const isValid = typeof value === "number" && isAllowed(value);
    if (isValid) {
      draft[keyword] = value;
    }
    return isValid;
  });
}

type Subject = "Length" | "Items" | "Contains" | "Properties";

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}

/**
 * OpenAPI 3.0 has a boolean here, which makes the other bound exclusive. `lift-schema.ts` converts it, also where a 3.1
 * document still has it.
 */
for (const [keyword, other] of [
  ["exclusiveMaximum", "maximum"],
  ["exclusiveMinimum", "minimum"],
] as const) {
  readers.set(keyword, (draft, value, isLegacy) => {
    if (typeof value === "boolean") {
      return isLegacy || `it says whether \`${other}\` is excluded, as in OpenAPI 3.0`;
    }
    const isBound = typeof value === "number" && Number.isFinite(value);
    if (isBound) {
      draft[keyword] = value;
    }
    return isBound;
  });
}

/** A keyword of 3.0, which `lift-schema.ts` converts. */
readers.set("nullable", (_, value) => typeof value === "boolean");

/** The names that `type` may have. */
export const jsonTypes: ReadonlySet<string> = new Set<JsonType>([
  "null",
  "boolean",
  "object",
  "array",
  "number",
  "string",
  "integer",
]);

function isJsonType(value: unknown): value is JsonType {
  return typeof value === "string" && jsonTypes.has(value);
}

/** An unquoted `null` is a value in YAML, but here its author means the type. */
readers.set("type", (draft, value) => {
  if (isJsonType(value)) {
    draft.types = [value];
    return true;
  }
  const written = Array.isArray(value) ? value : [value];
  const types = written.map((name: unknown) => (name === null ? "null" : name)).filter(isJsonType);
  if (types.length > 0) {
    draft.types = types;
  }
  const isWhole = types.length === written.length && types.length > 0;
  return isWhole && written.includes(null) ? 'it is read as `"null"`, with its quotes' : isWhole;
});

readers.set("enum", (draft, value) => {
  if (Array.isArray(value)) {
    draft.enum = value;
  }
  return Array.isArray(value);
});

readers.set("const", (draft, value) => {
  draft.const = { value };
  return true;
});

readers.set("default", (draft, value) => {
  draft.default = { value };
  return true;
});

readers.set("examples", (draft, value) => {
  if (Array.isArray(value)) {
    draft.examples = draft.examples === undefined ? value : [...draft.examples, ...value];
  }
  return Array.isArray(value);
});

readers.set("example", (draft, value) => {
  draft.examples = [...(draft.examples ?? []), value];
  return true;
});

readers.set("xml", (draft, value) => {
  if (isObject(value)) {
    draft.xml = value;
  }
  return isObject(value);
});

readers.set("externalDocs", (draft, value) => {
  if (!isObject(value) || typeof value.url !== "string") {
    return false;
  }
  const { url, description } = value;
  draft.externalDocs = typeof description === "string" ? { url, description } : { url };
  return true;
});
