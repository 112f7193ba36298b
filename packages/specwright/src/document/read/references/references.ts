import type { Diagnostic } from "../../../diagnostic.ts";
import { unescapeSegment } from "../../../text/pointer.ts";
import type { FilesContext, ReferenceProblem } from "../files/open-file.ts";
import type { SourceFile } from "../files/source-file.ts";
import { findFragment } from "./find-fragment.ts";
import { createOpenResource } from "./open-resource.ts";
import type { Resource } from "./resource.ts";
import { createResources } from "./resources.ts";

/** The target of a reference. */
export interface Target {
  readonly file: SourceFile;
  /** JSON Pointer in that file. */
  readonly pointer: string;
  readonly value: unknown;
}

export interface References {
  /**
   * Returns the target of a `$ref` at a place. A `$ref` is an RFC 3986 reference whose fragment is a JSON Pointer or an
   * anchor. It is relative to the nearest `$id`, else to the file. Files outside the document's folder, links, the
   * network and other schemes are rejected, unless the user named a local copy. When the file itself cannot be read,
   * its problem is already reported, and the result is undefined.
   */
  readonly resolve: (reference: string, from: Target) => Target | ReferenceProblem | undefined;
  /** The resource of a schema. */
  readonly findResource: (schema: Target) => Resource;
}

/** The input of resolving references: the files that may be read, and the root document. */
export interface ReferencesContext extends FilesContext {
  readonly root: SourceFile;
}

/**
 * The result of a search, or the problem that prevented it. Undefined when a file could not be read, which is reported
 * elsewhere.
 */
export type Found<T> = T | ReferenceProblem | undefined;

/** Resolves the references of one document. */
export function createReferences(context: ReferencesContext): References {
  const resources = createResources(context.problems, !isLegacy(context.root));
  resources.add(context.root);
  const open = createOpenResource(context, resources);
  const targets = new Map<Resource, Map<string, Found<Target>>>();
  /** Schemas whose own definitions are referred to as if they were at the root. Each has one warning. */
  const reportedHolders = new Set<string>();

  /** Targets by the text of the reference, because documents repeat most references. */
  const byText = new Map<Resource, Map<string, Target>>();

  const resolve: References["resolve"] = (reference, from) => {
    const base = resources.findAt(from);
    const known = byText.get(base) ?? new Map<string, Target>();
    byText.set(base, known);
    const before = known.get(reference);
    if (before !== undefined) {
      return before;
    }
    const found = resolveFromRoot(reference, from);
    if (found === undefined || "code" in found) {
      return found && (findInOwnDefinitions(reference, from) ?? found);
    }
    known.set(reference, found);
    return found;
  };

  const resolveFromRoot: References["resolve"] = (reference, from) => {
    const hash = reference.indexOf("#");
    const resource = open(hash < 0 ? reference : reference.slice(0, hash), from);
    if (resource === undefined || "code" in resource) {
      return resource;
    }
    const fragment = hash < 0 ? "" : reference.slice(hash + 1);
    const known = targets.get(resource) ?? new Map<string, Found<Target>>();
    targets.set(resource, known);
    if (known.has(fragment)) {
      return known.get(fragment);
    }
    known.set(fragment, describeCircle(reference));
    const target = findFragment(fragment, resource, reference, resolve);
    const isNowhere = target !== undefined && "code" in target && hash === 0;
    const found = isNowhere ? (findInDocument(reference, resource, from) ?? target) : target;
    known.set(fragment, found);
    return found;
  };

  /**
   * Tools that add `$id` to components still write `#/components/…` inside them, and authors do the same in files that
   * are part of a document. Read literally, such a reference leads nowhere, but its meaning is clear.
   */
  const findInDocument = (
    reference: string,
    resource: Resource,
    from: Target,
  ): Target | undefined => {
    const { file } = from;
    const documents = [file, ...(isPart(file) ? [context.root] : [])].map(resources.add);
    for (const document of reference.startsWith("#/components/") ? documents : []) {
      const target =
        document === resource
          ? undefined
          : findFragment(reference.slice(1), document, reference, resolve);
      if (target !== undefined && !("code" in target)) {
        context.problems.push(
          document.file === from.file
            ? warnPastId(reference, resource, from)
            : warnPastFile(reference, document, from),
        );
        return target;
      }
    }
    return undefined;
  };
  /**
   * Schemas that Pydantic and similar tools generate are pasted into documents with their `$defs`. Read literally,
   * `#/$defs/Role` then starts at the root of the document, but it means the pasted `$defs`. The nearest ancestor of
   * the reference that has the definition is used.
   */
  const findInOwnDefinitions = (reference: string, from: Target): Target | undefined => {
    if (!/^#\/(?:\$defs|definitions)\//.test(reference)) {
      return undefined;
    }
    for (const holder of listAncestors(from)) {
      const target = findFragment(
        reference.slice(1),
        { ...resources.add(from.file), ...holder },
        reference,
        resolveFromRoot,
      );
      if (target !== undefined && !("code" in target)) {
        const place = `${holder.file.name}#${holder.pointer}`;
        if (!reportedHolders.has(place)) {
          context.problems.push(warnPastRoot(reference, holder, from));
        }
        reportedHolders.add(place);
        return target;
      }
    }
    return undefined;
  };
  return { resolve, findResource: resources.findSchemaAt };
}

function warnPastId(reference: string, { uri }: Resource, from: Target): Diagnostic {
  return {
    severity: "warning",
    code: "reference-past-id",
    message: `The reference \`${reference}\` is relative to the \`$id\` \`${uri}\`, where it points to nothing; the whole document's target is used.`,
    fix: "Refer to the schema by its own `$id`, or remove the `$id` above the reference.",
    file: from.file.name,
    pointer: from.pointer,
  };
}

/** The ancestors of a place in its file, the nearest first. */
function listAncestors({ file, pointer }: Target): readonly Target[] {
  const ancestors: Target[] = [{ file, pointer: "", value: file.value }];
  for (const segment of pointer.split("/").slice(1)) {
    const parent = ancestors[0];
    const name = unescapeSegment(segment);
    if (typeof parent?.value !== "object" || parent.value === null) {
      break;
    }
    if (!Object.hasOwn(parent.value, name)) {
      break;
    }
    // The check above ensures that it is an own property.
    const value = (parent.value as Readonly<Record<string, unknown>>)[name];
    ancestors.unshift({ file, pointer: `${parent.pointer}/${segment}`, value });
  }
  return ancestors;
}

function warnPastRoot(reference: string, holder: Target, from: Target): Diagnostic {
  return {
    severity: "warning",
    code: "reference-past-root",
    message: `The reference \`${reference}\` points to nothing at the root of the document; the target in the schema around it is used, at \`#${holder.pointer}\`.`,
    fix: `Move its target to the components, and refer to it there: \`${reference.replace(/^#\/(?:\$defs|definitions)\//, "#/components/schemas/")}\`.`,
    file: from.file.name,
    pointer: from.pointer,
  };
}

function warnPastFile(reference: string, { file }: Resource, from: Target): Diagnostic {
  return {
    severity: "warning",
    code: "reference-past-file",
    message: `The reference \`${reference}\` points to nothing in its own file; the target is taken from \`${file.name}\`.`,
    fix: "Write the path of that file in front of the `#`.",
    file: from.file.name,
    pointer: from.pointer,
  };
}

/** Returns whether a file is neither a document of its own nor a copy of a remote document. */
function isPart({ value, uri }: SourceFile): boolean {
  return (
    uri === undefined && (typeof value !== "object" || value === null || !("openapi" in value))
  );
}

/** Schemas of OpenAPI 3.0 have neither identifiers nor anchors (3.0.3, section 4.7.24). */
function isLegacy({ value }: SourceFile): boolean {
  const version =
    typeof value === "object" && value !== null && "openapi" in value ? value.openapi : undefined;
  // YAML reads an unquoted `3.0` as the number 3.
  return version === 3 || String(version).startsWith("3.0");
}

function describeCircle(reference: string): ReferenceProblem {
  return {
    code: "reference-circle",
    message: `The reference \`${reference}\` leads back to itself.`,
    fix: "Replace one of the references with the value itself.",
  };
}
