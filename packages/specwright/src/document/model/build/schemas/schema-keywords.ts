import { isObject } from "../../../../json-object.ts";
import { askDidYouMean } from "../../../../text/nearest.ts";
import { listKeywords, singleKeywords } from "../../../read/references/schema-places.ts";
import type { Schema } from "../../model.ts";
import { jsonTypes, type SchemaDraft, valueReaders } from "../../schema-values.ts";
import type { BuildContext } from "../context/build-context.ts";
import { reportProblem } from "../context/build-context.ts";
import { resolveInPlace } from "../context/build-reference.ts";
import type { Raw } from "../context/raw.ts";
import { findMember, listElements, listMemberEntries } from "../context/raw.ts";
import { buildDiscriminator } from "./build-discriminator.ts";
import { describeExpectedValue } from "./expected-values.ts";
import { reportLargeIntegers } from "./large-integers.ts";

type BuildSchema = (raw: Raw, context: BuildContext) => Schema;

/**
 * Reads one keyword that holds schemas or references. Returns true when the value is right, false when it cannot be
 * used, and otherwise a string that says how the value is read.
 */
type Reader = (
  draft: SchemaDraft,
  raw: Raw,
  context: BuildContext,
  build: BuildSchema,
) => boolean | string;

/**
 * Reads a keyword of a schema object into the draft. A value of the wrong kind is reported as a warning, and left out
 * if it cannot be used. Unknown keywords and `x-` members become extensions.
 */
export function readKeyword(
  draft: SchemaDraft,
  keyword: string,
  value: unknown,
  schema: Raw,
  context: BuildContext,
  build: BuildSchema,
): void {
  const readValue = valueReaders.get(keyword);
  if (readValue !== undefined) {
    reportInvalid(keyword, readValue(draft, value, context.isLegacy), schema, context);
    reportLargeIntegers(keyword, value, schema, context);
    return;
  }
  const read = readers.get(keyword);
  const raw = read === undefined ? undefined : findMember(schema, keyword);
  if (read === undefined || raw === undefined) {
    // This function made the map for this draft only. Copying it for each keyword would take quadratic time.
    const extensions = (draft.extensions ?? new Map()) as Map<string, unknown>;
    draft.extensions = extensions.set(keyword, value);
    reportMisspelt(keyword, schema, context);
  } else {
    reportInvalid(keyword, read(draft, raw, context, build), schema, context);
  }
}

/** Returns whether a keyword is probably a misspelling of a known one. The report then suggests the known one. */
export function isMisspelt(keyword: string): boolean {
  return suggestKeyword(keyword) !== "";
}

function suggestKeyword(keyword: string): string {
  return keyword.startsWith("x-") || otherKeywords.has(keyword)
    ? ""
    : askDidYouMean(keyword, knownKeywords);
}

/** Keywords that do not constrain values, or that belong to older drafts and would look like misspellings. */
const otherKeywords: ReadonlySet<string> = new Set(["$schema", "$vocabulary", "$comment", "id"]);

function reportMisspelt(keyword: string, schema: Raw, context: BuildContext): void {
  const similar = suggestKeyword(keyword);
  if (similar !== "") {
    reportProblem(context, findMember(schema, keyword) ?? schema, {
      severity: "warning",
      code: "misspelt-keyword",
      message: `JSON Schema has no keyword \`${keyword}\`, so it is ignored.`,
      fix: `${similar}Correct its name, or begin it with \`x-\` when it is for your own tools.`,
    });
  }
}

function reportInvalid(
  keyword: string,
  reading: boolean | string,
  schema: Raw,
  context: BuildContext,
): void {
  if (reading === true) {
    return;
  }
  const place = findMember(schema, keyword) ?? schema;
  reportProblem(context, place, {
    severity: "warning",
    code: "invalid-keyword",
    message: `The value of \`${keyword}\`${writeMisspeltType(keyword, place.value)} is not valid${reading === false ? ", so it is ignored" : `; ${reading}`}.`,
    fix:
      keyword === "type"
        ? suggestType(place.value)
        : `Write ${describeExpectedValue(keyword)}, or remove it.`,
  });
}

/** The misspelt name of a type, for the message, because each misspelling is a separate mistake. */
function writeMisspeltType(keyword: string, value: unknown): string {
  return keyword === "type" && typeof value === "string" ? `, \`${value}\`,` : "";
}

function suggestType(value: unknown): string {
  const names = (Array.isArray(value) ? value : [value]).filter((name) => typeof name === "string");
  const similar = names.map((name) => askDidYouMean(name, jsonTypes)).join("");
  return `${similar}Write ${[...jsonTypes].slice(0, -1).join(", ")} or ${[...jsonTypes].at(-1)}.`;
}

const readers = new Map<string, Reader>();

// `items` has its own reader below.
for (const keyword of singleKeywords) {
  readers.set(keyword, (draft, raw, context, build) => {
    draft[keyword] = build(raw, context);
    return true;
  });
}

for (const keyword of listKeywords) {
  readers.set(keyword, (draft, raw, context, build) => {
    const schemas = listElements(raw).map((element) => build(element, context));
    if (schemas.length > 0) {
      draft[keyword] = schemas;
    }
    return schemas.length > 0;
  });
}

const maps = [
  ["properties", "properties"],
  ["patternProperties", "patternProperties"],
  ["dependentSchemas", "dependentSchemas"],
  ["$defs", "defs"],
] as const;
for (const [keyword, name] of maps) {
  readers.set(keyword, (draft, raw, context, build) => {
    if (isObject(raw.value)) {
      const schemas = new Map<string, Schema>();
      for (const [key, value] of listMemberEntries(resolveInPlace(raw, context))) {
        schemas.set(key, build(value, context));
      }
      draft[name] = schemas;
    }
    return isObject(raw.value);
  });
}

/** In older drafts a list here is a tuple, and it is read as one. */
readers.set("items", (draft, raw, context, build) => {
  if (Array.isArray(raw.value)) {
    draft.prefixItems = listElements(raw).map((element) => build(element, context));
    return "it is read as `prefixItems`";
  }
  draft.items = build(raw, context);
  return true;
});

readers.set("discriminator", (draft, raw, context) => {
  const discriminator = buildDiscriminator(raw, context);
  if (discriminator !== undefined) {
    draft.discriminator = discriminator;
  }
  return discriminator !== undefined;
});

readers.set("required", (draft, raw, context) => {
  if (Array.isArray(raw.value)) {
    draft.required = readPropertyNames("required", raw, context);
  }
  return Array.isArray(raw.value);
});

readers.set("dependentRequired", (draft, raw, context) => {
  const lists = listMemberEntries(raw).filter(([, list]) => Array.isArray(list.value));
  draft.dependentRequired = new Map(
    lists.map(([name, list]) => [name, readPropertyNames("dependentRequired", list, context)]),
  );
  return isObject(raw.value) && lists.length === Object.keys(raw.value).length;
});

/** Reads a list of names. An entry that is not a string is reported and left out; the other entries are kept. */
function readPropertyNames(keyword: string, list: Raw, context: BuildContext): string[] {
  return listElements(list).flatMap((element) => {
    if (typeof element.value === "string") {
      return [element.value];
    }
    reportProblem(context, element, {
      severity: "warning",
      code: "invalid-keyword",
      message: `\`${keyword}\` lists names of properties; this entry is not a string, so it is left out.`,
      fix: 'Write the name of a property, with quotes where YAML reads it as another value (`"1"`, `"null"`).',
    });
    return [];
  });
}

/** Returns whether a keyword with this value can change which values a schema allows. */
export function constrains(keyword: string, value: unknown): boolean {
  return (
    (valueReaders.has(keyword) || readers.has(keyword)) &&
    !annotations.has(keyword) &&
    !(keyword === "nullable" && value === false)
  );
}

const annotations: ReadonlySet<string> = new Set(
  "title description default deprecated readOnly writeOnly example examples xml externalDocs".split(
    " ",
  ),
);

const knownKeywords: readonly string[] = [
  ...valueReaders.keys(),
  ...readers.keys(),
  "$ref",
  "$dynamicRef",
];
