import { isObject } from "../../../../json-object.ts";
import type { Schema, SchemaReference } from "../../model.ts";
import type { SchemaDraft } from "../../schema-values.ts";
import type { BuildContext } from "../context/build-context.ts";
import { reportProblem } from "../context/build-context.ts";
import { readReferenceText, resolveReference } from "../context/build-reference.ts";
import { reportIgnoredSibling } from "../context/ignored-siblings.ts";
import { keepClosed, keepPart, takePart } from "../context/kept-parts.ts";
import type { Raw } from "../context/raw.ts";
import { findMember, readString, toLocation } from "../context/raw.ts";
import { reportContradictions } from "./contradictions.ts";
import { lacksNull, liftBounds, liftNullable } from "./lift-schema.ts";
import { constrains, readKeyword } from "./schema-keywords.ts";
import { addDynamicAnchors, findIgnoredKeywords } from "./schema-resource.ts";

/**
 * Makes the schema at a place, once for each place. A reference stays a reference, and its target is made too, so that
 * every problem is found. A value that cannot be a schema is an error, and the schema then allows anything. An empty
 * schema (`Pet:` with nothing after it, which YAML reads as null) also allows anything, and is only a warning.
 */
export function buildSchema(raw: Raw, context: BuildContext): Schema {
  const { value } = raw;
  if (typeof value === "boolean") {
    return { location: toLocation(raw), boolean: value };
  }
  if (!isObject(value)) {
    reportProblem(context, raw, {
      ...(value === null ? { severity: "warning" } : {}),
      code: "invalid-schema",
      message: `A schema must be an object or a boolean${value === null ? "; this one is empty, and allows everything" : ""}.`,
      fix: value === null ? "Write a schema here, or `{}`." : "Write a schema here.",
    });
    return { location: toLocation(raw), boolean: true };
  }
  // Every schema is taken and kept here, so the kept part is a schema.
  const kept = takePart("schemas", value, context)?.part as Schema | undefined;
  const schema =
    context.schemas.get(value) ??
    kept ??
    keepPart("schemas", value, context, () =>
      keepClosed(value, context, () => buildObject(raw, value, context)),
    );
  context.schemas.set(value, schema);
  return schema;
}

function buildObject(
  raw: Raw,
  value: Readonly<Record<string, unknown>>,
  context: BuildContext,
): Schema {
  context.open.add(value);
  const draft: SchemaDraft = { location: toLocation(raw) };
  const resource = context.document.findResource(raw);
  const leftOut = findIgnoredKeywords(resource, context);
  const reference = readReference(raw, "$ref", context);
  const dynamicReference = readReference(raw, "$dynamicRef", context);
  const ignored = reference !== undefined && context.isLegacy ? besideReference : undefined;
  for (const keyword of Object.keys(value)) {
    const isKept = ignored === undefined ? !leftOut.has(keyword) : ignored.has(keyword);
    if (keyword === "$ref" || keyword === "$dynamicRef") {
      continue;
    }
    if (isKept) {
      readKeyword(draft, keyword, value[keyword], raw, context, buildSchema);
    } else if (ignored !== undefined && constrains(keyword, value[keyword])) {
      reportIgnoredSibling(raw, keyword, ignoredByOpenApi30, context);
    }
  }
  if (reference !== undefined) {
    draft.ref = reference;
  }
  if (dynamicReference !== undefined) {
    draft.dynamicReference = dynamicReference;
  }
  addDynamicAnchors(draft, resource, context, buildSchema);
  liftBounds(draft, value);
  reportContradictions(draft, raw, context);
  const schema = context.isLegacy
    ? liftLegacy(draft, raw, context)
    : liftLeftover(draft, raw, context);
  context.open.delete(value);
  return schema;
}

/**
 * Converts a schema of OpenAPI 3.0. Reports each list of values to which `nullable` adds null; `warnOncePerDocument`
 * combines these reports.
 */
function liftLegacy(draft: SchemaDraft, raw: Raw, context: BuildContext): Schema {
  const value = isObject(raw.value) ? raw.value : {};
  if (value.nullable === true && draft.ref === undefined && lacksNull(draft)) {
    reportProblem(context, findMember(raw, "nullable") ?? raw, {
      severity: "warning",
      code: "nullable-enum-without-null",
      message: "`nullable: true` is beside an `enum` that does not list null; null is allowed.",
      fix: "Add null to the list: OpenAPI 3.0.3 allows only the values that `enum` lists.",
    });
  }
  return liftNullable(draft, value);
}

/**
 * OpenAPI 3.1 dropped the keyword `nullable`. Documents that were migrated to 3.1 still use it with its old meaning,
 * and openapi-typescript and Ajv support that. The same holds for boolean exclusive bounds, which frameworks still
 * write.
 */
function liftLeftover(draft: SchemaDraft, raw: Raw, context: BuildContext): Schema {
  const value = isObject(raw.value) ? raw.value : {};
  if (value.nullable !== true) {
    return draft;
  }
  if (draft.ref !== undefined) {
    reportIgnoredSibling(raw, "nullable", { ...ignoredByOpenApi30, fix: fixNullable }, context);
    return draft;
  }
  reportProblem(context, findMember(raw, "nullable") ?? raw, {
    severity: "warning",
    code: "nullable-after-3.0",
    message: "`nullable` is a keyword of OpenAPI 3.0; null is allowed as it was there.",
    fix: 'Add `"null"` to `type`, as in `type: [string, "null"]`.',
  });
  return liftNullable(draft, value);
}

/**
 * OpenAPI 3.0 ignores keywords beside a reference. These annotations are kept, because authors who write them there
 * mean them.
 */
const besideReference: ReadonlySet<string> = new Set([
  "title",
  "description",
  "default",
  "deprecated",
  "readOnly",
  "writeOnly",
  "example",
]);

const ignoredByOpenApi30 = {
  reason: "OpenAPI 3.0 ignores keywords beside the `$ref` of a schema",
  fix: "Remove it, or write `allOf: [{ $ref: … }]` in the place of `$ref`.",
};

const fixNullable = 'Remove it, or write `anyOf: [{ $ref: … }, { type: "null" }]`.';

function readReference(
  raw: Raw,
  keyword: "$ref" | "$dynamicRef",
  context: BuildContext,
): SchemaReference | undefined {
  const text = readString(raw, keyword);
  if (text === undefined) {
    reportInvalidReference(raw, keyword, context);
    return undefined;
  }
  const first = resolveReference(text, raw, context, keyword);
  if (first === undefined) {
    return undefined;
  }
  const { root } = context.document;
  const known = context.references.get(first);
  if (known?.text === text && raw.file === root && keyword === "$ref") {
    return known;
  }
  // The meaning of a dynamic reference depends on its first target.
  const last = keyword === "$ref" ? skipAliases(first, context) : first;
  const stays = raw.file === root && last.file === root;
  const target = stays ? first : last;
  makeTarget(target, context, stays);
  const name = context.names.nameComponent("schemas", target);
  const reference = createReference(name, text, target, context);
  if (raw.file === root && keyword === "$ref") {
    context.references.set(first, reference);
  }
  return reference;
}

/** The target is made when it is first asked for, because in a circle it may be a schema that is still being made. */
function createReference(
  name: string | undefined,
  text: string,
  target: Raw,
  context: BuildContext,
): SchemaReference {
  // The context is forgotten as soon as the target is made, because later models may use this reference.
  let state: { readonly made: Schema } | { readonly target: Raw; readonly context: BuildContext } =
    { target, context };
  return {
    ...(name === undefined ? {} : { name }),
    text,
    get target() {
      if ("made" in state) {
        return state.made;
      }
      const made = buildSchema(state.target, state.context);
      state = { made };
      return made;
    },
  };
}

function reportInvalidReference(raw: Raw, keyword: string, context: BuildContext): void {
  const reference = findMember(raw, keyword);
  if (reference !== undefined) {
    reportProblem(context, reference, {
      code: "invalid-reference",
      message: `\`${keyword}\` must be a string.`,
      fix: "Write a URI reference, such as `#/components/schemas/Pet`.",
    });
  }
}

/** The end of a chain of schemas that contain only a reference. Bundling makes references point there. */
function skipAliases(raw: Raw, context: BuildContext): Raw {
  const links = new Set<object>();
  let current = raw;
  while (isObject(current.value) && Object.keys(current.value).length === 1) {
    const known = context.schemaEnds.get(current.value);
    if (known !== undefined || links.has(current.value)) {
      current = known ?? current;
      break;
    }
    const text = readReferenceText(current);
    const next = text === undefined ? undefined : context.document.resolve(text, current);
    const isScope = context.document.findResource(current).dynamicAnchors.size > 0;
    if (next === undefined || "code" in next || isScope) {
      break;
    }
    links.add(current.value);
    current = next;
  }
  for (const link of links) {
    context.schemaEnds.set(link, current);
  }
  return current;
}

/** Parts of other files are made now, because their names depend on the order. Parts of the root file can wait. */
function makeTarget(target: Raw, context: BuildContext, stays: boolean): void {
  const { value, pointer } = target;
  if (context.keeper !== undefined && !pointer.startsWith("/components/schemas/")) {
    // All schemas among the components are made in each run. This one is made only because of the reference.
    context.keeper.isComplete = false;
  }
  if (!isObject(value) || context.schemas.has(value) || context.open.has(value)) {
    return;
  }
  if (stays) {
    context.pending.push(target);
  } else {
    buildSchema(target, context);
  }
}
