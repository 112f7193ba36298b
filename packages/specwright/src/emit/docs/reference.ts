import { isObject, type JsonObject } from "../../json-object.ts";
import type { Model, Operation } from "../../model/model.ts";
import { escapeStyleElements, isSafeAddress } from "../escape/markdown-text.ts";

/** A sample of an operation, as Redoc shows it (`x-codeSamples`). */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/**
 * The document that the page shows. It is the bundled document with samples at every operation, and with an
 * `operationId` at each, so that each has an address. Links, images and styles with unsafe addresses are removed.
 *
 * @param introduction The text that replaces `info.description`.
 */
export function buildReferenceDocument(
  document: JsonObject,
  model: Model,
  writeSamples: (operation: Operation) => readonly CodeSample[],
  introduction: string | undefined,
): JsonObject {
  const byPlace = new Map(
    model.operations.map((operation) => [`${operation.method} ${operation.path}`, operation]),
  );
  // An object stays one.
  const safe = withPlainTags(withoutHazards(document) as JsonObject);
  const info = isObject(safe.info) ? safe.info : {};
  const paths = mapMembers(safe.paths, (item, path) =>
    mapMembers(item, (value, method) => {
      const operation = byPlace.get(`${method} ${path}`);
      return operation === undefined || !isObject(value)
        ? value
        : {
            ...value,
            operationId: removeSelectors(operation.operationId ?? operation.name),
            ...(Array.isArray(value.tags) && { tags: value.tags.map(String).map(removeSelectors) }),
            "x-codeSamples": [
              ...readOwnSamples(value),
              ...keepMissingSamples(value, writeSamples(operation)),
            ],
          };
    }),
  );
  return {
    ...safe,
    info:
      introduction === undefined
        ? info
        : { ...info, description: escapeStyleElements(introduction) },
    paths,
  };
}

/** The document's own samples come first. A generated sample in the same language is left out. */
function readOwnSamples(operation: JsonObject): readonly unknown[] {
  const samples = operation["x-codeSamples"] ?? operation["x-code-samples"];
  return Array.isArray(samples) ? samples.filter(isSample) : [];
}

function isSample(value: unknown): value is JsonObject {
  return isObject(value) && typeof value.lang === "string" && typeof value.source === "string";
}

function keepMissingSamples(
  operation: JsonObject,
  samples: readonly CodeSample[],
): readonly CodeSample[] {
  const languages = readOwnSamples(operation)
    .filter(isSample)
    .map(({ lang }) => String(lang).toLowerCase());
  const isShell = languages.some((language) => ["shell", "bash", "curl", "sh"].includes(language));
  return samples.filter(
    ({ lang }) => !languages.includes(lang.toLowerCase()) && !(lang === "Shell" && isShell),
  );
}

/** Members that hold data of the API. A URL in them does not become a link. */
const dataMembers: ReadonlySet<string> = new Set([
  "example",
  "examples",
  "default",
  "enum",
  "const",
  "value",
  // Shown as code.
  "x-codeSamples",
  "x-code-samples",
  "pattern",
]);

/** Members of `info`, `externalDocs`, `license` and OAuth flows that Redoc prints as links. */
const linkMembers: ReadonlySet<string> = new Set([
  "url",
  "href",
  "termsOfService",
  "authorizationUrl",
  "tokenUrl",
  "refreshUrl",
  "openIdConnectUrl",
]);

/** Members whose keys are names of the API, not of OpenAPI: a property may be called `default`. */
const maps: ReadonlySet<string> = new Set(
  "responses properties patternProperties dependentSchemas $defs definitions headers callbacks schemas parameters requestBodies securitySchemes paths webhooks".split(
    " ",
  ),
);

/** Redoc's sanitizer removes executable parts of HTML. Styles and links to other addresses are removed here. */
function withoutHazards(value: unknown, isMap = false): unknown {
  if (typeof value === "string") {
    return escapeStyleElements(value);
  }
  if (Array.isArray(value)) {
    return value.map((element) => withoutHazards(element));
  }
  if (!isObject(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => isMap || isKept(name, member))
      .map(([name, member]) => {
        const isData = !isMap && dataMembers.has(name) && !isExampleMap(name, member);
        return [name, isData ? member : withoutHazards(member, !isMap && maps.has(name))];
      }),
  );
}

/** Named examples have descriptions. Their data is in `value`. */
function isExampleMap(name: string, member: unknown): boolean {
  return name === "examples" && isObject(member) && Object.values(member).every(isObject);
}

/** Redoc finds its sections with selectors that contain names. Quotes and backslashes would break them. */
export function removeSelectors(name: string): string {
  return name.replace(/["\\]/g, "'").replace(/\s/g, " ");
}

function withPlainTags(document: JsonObject): JsonObject {
  const { tags, "x-tagGroups": groups } = document;
  const nameTag = (tag: unknown): unknown =>
    isObject(tag) && typeof tag.name === "string" && removeSelectors(tag.name) !== tag.name
      ? { "x-displayName": tag.name, ...tag, name: removeSelectors(tag.name) }
      : tag;
  const nameGroupedTags = (group: unknown): unknown =>
    isObject(group) && Array.isArray(group.tags)
      ? { ...group, tags: group.tags.map(String).map(removeSelectors) }
      : group;
  return {
    ...document,
    ...(Array.isArray(tags) && { tags: tags.map(nameTag) }),
    ...(Array.isArray(groups) && { "x-tagGroups": groups.map(nameGroupedTags) }),
  };
}

function isKept(name: string, member: unknown): boolean {
  if (name === "x-logo") {
    // The page would load an image from another host, and an image with a relative address does not exist.
    const url = isObject(member) ? member.url : undefined;
    return typeof url === "string" && url.startsWith("data:image/");
  }
  const isLink = linkMembers.has(name) && typeof member === "string";
  // URLs of servers may contain variables, so they need not be valid links.
  return !isLink || isSafeAddress(member) || /^[{/]|^data:image\//.test(member);
}

function mapMembers(
  value: unknown,
  change: (member: unknown, name: string) => unknown,
): Readonly<Record<string, unknown>> {
  const members = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(members.map(([name, member]) => [name, change(member, name)]));
}
