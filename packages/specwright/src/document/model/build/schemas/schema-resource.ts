import { isObject } from "../../../../json-object.ts";
import { metaschemaUri, validationVocabulary } from "../../../read/references/metaschemas.ts";
import type { Resource } from "../../../read/references/resource.ts";
import type { Schema } from "../../model.ts";
import type { SchemaDraft } from "../../schema-values.ts";
import type { BuildContext } from "../context/build-context.ts";
import { reportProblem } from "../context/build-context.ts";
import type { Raw } from "../context/raw.ts";

/**
 * Records the dynamic anchors of the resource that a schema belongs to. Their schemas are looked up only after all
 * schemas are made, because one of them may contain this schema.
 */
export function addDynamicAnchors(
  draft: SchemaDraft,
  resource: Resource,
  context: BuildContext,
  build: (raw: Raw, context: BuildContext) => Schema,
): void {
  if (resource.dynamicAnchors.size === 0) {
    return;
  }
  if (!context.dynamicAnchors.has(resource)) {
    context.dynamicAnchors.set(resource, undefined);
    context.pending.push(...resource.dynamicAnchors.values());
  }
  const get = (): ReadonlyMap<string, Schema> => {
    const known = context.dynamicAnchors.get(resource);
    const anchors = [...resource.dynamicAnchors];
    const made = known ?? new Map(anchors.map(([name, place]) => [name, build(place, context)]));
    context.dynamicAnchors.set(resource, made);
    return made;
  };
  Object.defineProperty(draft, "dynamicAnchors", { get, enumerable: true });
}

/**
 * The keywords that a resource's dialect ignores: a metaschema may omit the validation vocabulary (JSON Schema 2020-12
 * Core, section 8.1.2). An unknown dialect is read as 2020-12.
 */
export function findIgnoredKeywords(
  resource: Resource,
  context: BuildContext,
): ReadonlySet<string> {
  const { dialect } = resource;
  if (dialect === undefined || complete.has(dialect)) {
    return none;
  }
  const known = context.dialects.get(dialect);
  if (known !== undefined) {
    return known;
  }
  const metaschema = context.document.resolve(dialect, resource);
  if (metaschema === undefined || "code" in metaschema) {
    reportUnknown(dialect, resource, context);
  }
  const value = metaschema === undefined || "code" in metaschema ? undefined : metaschema.value;
  const vocabularies = isObject(value) ? value.$vocabulary : undefined;
  const isComplete = !isObject(vocabularies) || Object.hasOwn(vocabularies, validationVocabulary);
  const ignored = isComplete ? none : validationKeywords;
  context.dialects.set(dialect, ignored);
  return ignored;
}

function reportUnknown(dialect: string, resource: Resource, context: BuildContext): void {
  reportProblem(context, resource, {
    severity: "loss",
    code: "dialect-not-known",
    message: `The dialect \`${dialect}\` is not known: its schemas are read as JSON Schema 2020-12.`,
    fix: "Write the schemas in 2020-12, or pass a folder with the metaschema: `--remotes <url>=<folder>`.",
  });
}

/** The dialects that are fully supported: 2020-12 itself, and OpenAPI's, which adds its own keywords. */
const complete: ReadonlySet<string> = new Set([
  metaschemaUri,
  "https://spec.openapis.org/oas/3.1/dialect/base",
  "https://spec.openapis.org/oas/3.1/dialect/2024-11-10",
  "https://spec.openapis.org/oas/3.2/dialect/2025-09-17",
]);

const none: ReadonlySet<string> = new Set();

/** JSON Schema 2020-12 Validation, section 6. */
const validationKeywords: ReadonlySet<string> = new Set([
  "type",
  "enum",
  "const",
  "multipleOf",
  "maximum",
  "exclusiveMaximum",
  "minimum",
  "exclusiveMinimum",
  "maxLength",
  "minLength",
  "pattern",
  "maxItems",
  "minItems",
  "uniqueItems",
  "minContains",
  "maxContains",
  "maxProperties",
  "minProperties",
  "required",
  "dependentRequired",
]);
