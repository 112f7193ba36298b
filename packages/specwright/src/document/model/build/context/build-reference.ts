import { isObject } from "../../../../json-object.ts";
import type { Use } from "../../model.ts";
import type { ComponentKind } from "../components/component-names.ts";
import type { BuildContext } from "./build-context.ts";
import { reportProblem } from "./build-context.ts";
import { noteFaultyFile } from "./faulty-files.ts";
import { reportIgnoredSibling } from "./ignored-siblings.ts";
import { keepPart, takePart } from "./kept-parts.ts";
import type { Raw } from "./raw.ts";
import { findMember, listMemberEntries } from "./raw.ts";

/** The text of a `$ref`, or undefined. */
export function readReferenceText(raw: Raw): string | undefined {
  const text = isObject(raw.value) ? raw.value.$ref : undefined;
  return typeof text === "string" ? text : undefined;
}

/** The direct target of a reference. Reports a broken reference and returns undefined. */
export function resolveReference(
  text: string,
  from: Raw,
  context: BuildContext,
  keyword = "$ref",
): Raw | undefined {
  if (context.keeper !== undefined) {
    context.keeper.lookups += 1;
  }
  const target = context.document.resolve(text, from);
  if (target !== undefined && "code" in target) {
    reportProblem(context, findMember(from, keyword) ?? from, target);
    return undefined;
  }
  if (target === undefined) {
    noteFaultyFile(text, from, context);
  }
  return target;
}

/**
 * Makes a part that may be written as a reference, together with the name of the component that it refers to. Follows
 * chains of references to their end. Reports an endless chain and returns undefined.
 */
export function buildUse<T>(
  raw: Raw,
  kind: ComponentKind,
  context: BuildContext,
  build: (raw: Raw, context: BuildContext) => T | undefined,
): Use<T> | undefined {
  const text = readReferenceText(raw);
  if (text === undefined) {
    const value = build(raw, context);
    return value === undefined ? undefined : { value };
  }
  for (const [key] of listMemberEntries(raw)) {
    if (!besideReference.has(key) && !key.startsWith("x-")) {
      reportIgnoredSibling(raw, key, ignoredByReferences, context);
    }
  }
  const first = resolveReference(text, raw, context);
  const last = first === undefined ? undefined : followReferences(first, context);
  const value =
    last === undefined ? undefined : buildOnce(kind, last, context, () => build(last, context));
  if (first === undefined || last === undefined || value === undefined) {
    return undefined;
  }
  const stays = raw.file === context.document.root && last.file === context.document.root;
  const name = context.names.nameComponent(kind, stays ? first : last);
  return name === undefined ? { value } : { name, value };
}

/** The fields of a Reference Object (OpenAPI 3.1, section 4.8.23). */
const besideReference: ReadonlySet<string> = new Set(["$ref", "summary", "description"]);

const ignoredByReferences = {
  reason: "OpenAPI ignores fields beside a `$ref`",
  fix: "Remove it, or write the part itself in the place of `$ref`.",
};

/** Makes a part at the first reference to it, and returns the same part for later references. */
export function buildOnce<Part>(
  kind: ComponentKind,
  raw: Raw,
  context: BuildContext,
  build: () => Part,
): Part {
  const { value, pointer } = raw;
  if (typeof value !== "object" || value === null) {
    return build();
  }
  const ofKind = context.parts.get(kind) ?? new WeakMap();
  context.parts.set(kind, ofKind);
  const known = ofKind.get(value);
  const kept = takePart(kind, value, context);
  // With YAML aliases, one object can be in several places.
  if (known?.pointer === pointer) {
    // Each kind has its own map, so this part came from the `build` of the same kind below.
    return known.part as Part;
  }
  // The same holds for the parts of earlier runs.
  const part = kept === undefined ? keepPart(kind, value, context, build) : (kept.part as Part);
  ofKind.set(value, { pointer, part });
  return part;
}

/**
 * A map or list that may itself be written as a reference. The specification does not allow such references, but large
 * documents use them, and bundling replaces them by their targets.
 */
export function resolveInPlace(raw: Raw | undefined, context: BuildContext): Raw | undefined {
  return raw === undefined ? undefined : followReferences(raw, context);
}

/** The end of a chain of references; the part itself when it is not a reference. */
export function followReferences(raw: Raw, context: BuildContext): Raw | undefined {
  const links = new Set<object>();
  let current: Raw | undefined = raw;
  while (current !== undefined && isObject(current.value)) {
    const value: object = current.value;
    const text = readReferenceText(current);
    if (text === undefined || context.ends.has(value)) {
      current = text === undefined ? current : context.ends.get(value);
      break;
    }
    if (links.has(value)) {
      reportCircle(text, raw, context);
      current = undefined;
      break;
    }
    links.add(value);
    current = resolveReference(text, current, context);
  }
  for (const link of links) {
    context.ends.set(link, current);
  }
  return current;
}

/**
 * Reads a string. It may be written as a reference to another string or to a text file, which bundling would insert.
 */
export function readText(raw: Raw, key: string, context: BuildContext): string | undefined {
  const child = findMember(raw, key);
  const value = child === undefined ? undefined : followReferences(child, context)?.value;
  return typeof value === "string" ? value : undefined;
}

function reportCircle(text: string, raw: Raw, context: BuildContext): void {
  reportProblem(context, raw, {
    code: "reference-circle",
    message: `The reference \`${text}\` leads back to itself.`,
    fix: "Replace one of the references with the value itself.",
  });
}
