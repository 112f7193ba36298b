import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { escapeSegment } from "../text/pointer.ts";
import { metaschemaFile } from "./metaschemas.ts";
import { type FilesContext, openFile, outside, type ReferenceProblem } from "./open-file.ts";
import { remotePath } from "./remotes.ts";
import { absoluteUri, createResources, type Resource } from "./resources.ts";
import type { SourceFile } from "./source-file.ts";

/** What a reference points to. */
export interface Target {
  readonly file: SourceFile;
  /** JSON Pointer in that file. */
  readonly pointer: string;
  readonly value: unknown;
}

export interface References {
  /**
   * What a `$ref` (RFC 3986 reference with a JSON Pointer or an anchor as its fragment) at a place points to. It is
   * relative to the nearest `$id`, else to the file. Files outside the document's folder, links, the network and other
   * schemes are refused, unless they are copies that the user named. When the file is at fault and already reported, there is
   * neither target nor problem.
   */
  readonly resolve: (reference: string, from: Target) => Target | ReferenceProblem | undefined;
  /** The resource of a schema. */
  readonly resourceOf: (schema: Target) => Resource;
}

/** What resolving stands on: what may be read, and the root document. */
export interface ReferencesContext extends FilesContext {
  readonly root: SourceFile;
}

type Found<T> = T | ReferenceProblem | undefined;

/** Resolves the references of one document. */
export function createReferences(context: ReferencesContext): References {
  const resources = createResources(context.problems, !isLegacy(context.root));
  resources.add(context.root);
  const opened = new Map<string, Found<Resource>>();
  const openedFrom = new Map<Resource, Map<string, Found<Resource>>>();
  const targets = new Map<Resource, Map<string, Found<Target>>>();

  const resourceOf = (name: string, from: Target): Found<Resource> => {
    const base = resources.at(from);
    if (name === "") {
      return base;
    }
    const ofBase = openedFrom.get(base) ?? new Map<string, Found<Resource>>();
    openedFrom.set(base, ofBase);
    if (!ofBase.has(name)) {
      ofBase.set(name, openOnce(name, base));
    }
    return ofBase.get(name);
  };

  /** Files of one folder mean the same by a relative path, which is looked up on the disk once. */
  const openOnce = (name: string, base: Resource): Found<Resource> => {
    const isRelativeToUri = base.isIdentified || base.file.uri !== undefined;
    if (isRelativeToUri) {
      return open(name, base, true);
    }
    const key = `${dirname(base.file.path)}\n${name}`;
    if (!opened.has(key)) {
      opened.set(key, open(name, base, false));
    }
    return opened.get(key);
  };

  const open = (name: string, base: Resource, isRelativeToUri: boolean): Found<Resource> => {
    const isAbsolute = /^[a-z][a-z\d+.-]*:|^\/\//i.test(name);
    const uri = absoluteUri(name, base.uri);
    if (isAbsolute || isRelativeToUri) {
      const found = openUri(uri ?? name, name, isAbsolute);
      if (isAbsolute || found === undefined || !("code" in found)) {
        return found;
      }
    }
    // A file that stands beside this one is found without being told its URI.
    const beside = openPath(resolve(dirname(base.file.path), decode(name)), name);
    const isMissing = beside !== undefined && "code" in beside && isRelativeToUri;
    return isMissing && beside.code === "unresolved-reference" ? notFound(name, uri) : beside;
  };

  const openPath = (path: string, name: string): Found<Resource> => {
    const file = openFile(path, name, context);
    return file === undefined || "code" in file ? file : resources.add(file);
  };

  const openUri = (uri: string, name: string, isAbsolute: boolean): Found<Resource> => {
    const known = resources.byUri(uri);
    if (known !== undefined) {
      return known;
    }
    const path = remotePath(uri, context.remotes) ?? (isAbsolute ? undefined : pathOf(uri));
    if (path !== undefined) {
      return openPath(path, name);
    }
    const metaschema = metaschemaFile(uri);
    return metaschema === undefined
      ? outside(name, "leads to the network or another scheme", remotesFix)
      : resources.add(metaschema);
  };

  const resolveReference: References["resolve"] = (reference, from) => {
    const hash = reference.indexOf("#");
    const resource = resourceOf(hash < 0 ? reference : reference.slice(0, hash), from);
    if (resource === undefined || "code" in resource) {
      return resource;
    }
    const fragment = hash < 0 ? "" : reference.slice(hash + 1);
    const known = targets.get(resource) ?? new Map<string, Found<Target>>();
    targets.set(resource, known);
    if (known.has(fragment)) {
      return known.get(fragment);
    }
    known.set(fragment, circle(reference));
    const target = find(fragment, resource, reference, resolveReference);
    const found = isNowhere(target)
      ? (pastIdentifier(reference, resource, from) ?? target)
      : target;
    known.set(fragment, found);
    return found;
  };

  /**
   * Tools that write `$id` into components go on to write `#/components/…` inside of them, which means nothing there and
   * is clear all the same.
   */
  const pastIdentifier = (reference: string, resource: Resource, from: Target): Found<Target> => {
    const document = resources.add(from.file);
    if (!reference.startsWith("#/components/") || resource.file !== from.file) {
      return undefined;
    }
    const target =
      resource === document
        ? undefined
        : find(reference.slice(1), document, reference, resolveReference);
    if (target === undefined || "code" in target) {
      return undefined;
    }
    context.problems.push({
      severity: "warning",
      code: "reference-past-id",
      message: `The reference \`${reference}\` is relative to the \`$id\` \`${resource.uri}\`, where it points to nothing; it is taken from the whole document.`,
      fix: "Refer to the schema by its own `$id`, or remove the `$id` above the reference.",
      file: from.file.name,
      pointer: from.pointer,
    });
    return target;
  };
  return { resolve: resolveReference, resourceOf: resources.atSchema };
}

/** Schemas of OpenAPI 3.0 have neither identifiers nor anchors (3.0.3, section 4.7.24). */
function isLegacy({ value }: SourceFile): boolean {
  const version =
    typeof value === "object" && value !== null && "openapi" in value ? value.openapi : undefined;
  return typeof version === "string" && version.startsWith("3.0");
}

const remotesFix =
  "Copy the file into the folder, or name a folder of copies by `--remotes <url>=<folder>`.";

function notFound(name: string, uri: string | undefined): ReferenceProblem {
  return {
    code: "unresolved-reference",
    message: `The reference \`${name}\` means \`${uri ?? name}\` here, which is the \`$id\` of no schema that was read.`,
    fix: "Correct the reference or the `$id` above it, or name a folder of copies by `--remotes <url>=<folder>`.",
  };
}

/** The path of a `file:` URI; undefined for every other URI. */
function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith("file:") ? fileURLToPath(uri) : undefined;
  } catch {
    // A host or an escaped slash: no path of this machine.
    return undefined;
  }
}

/** Names of files are percent-encoded in references; one that is not valid as such is taken as written. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isNowhere(target: Found<Target>): boolean {
  return target !== undefined && "code" in target && target.code === "unresolved-reference";
}

function find(
  fragment: string,
  resource: Resource,
  reference: string,
  resolveReference: References["resolve"],
): Found<Target> {
  if (fragment !== "" && !fragment.startsWith("/")) {
    const anchored = resource.anchors.get(decode(fragment));
    return anchored ?? nowhere(reference, `no anchor \`${fragment}\` in \`${placeOf(resource)}\``);
  }
  const { file, pointer, value } = resource;
  let target: Target = { file, pointer, value };
  const segments = fragment === "" ? [] : fragment.slice(1).split("/");
  for (const segment of segments) {
    const name = decode(segment).replaceAll("~1", "/").replaceAll("~0", "~");
    let child = childOf(target, name);
    if (child === undefined) {
      // A reference may lead through another one: `#/components/schemas/A/properties/b` where A is a `$ref`.
      const through = referenceOf(target.value);
      const next = through === undefined ? undefined : resolveReference(through, target);
      child = next === undefined || "code" in next ? undefined : childOf(next, name);
    }
    if (child === undefined) {
      return nowhere(reference, `no \`${name}\` in \`${placeOf(target)}\``);
    }
    target = child;
  }
  return target;
}

function placeOf({ file, pointer }: Target): string {
  return `${file.name}#${pointer}`;
}

function childOf({ file, pointer, value }: Target, name: string): Target | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) {
    return undefined;
  }
  if (Array.isArray(value) && !/^\d+$/.test(name)) {
    return undefined;
  }
  // The check above makes it a property of the object or an element of the array.
  const child = (value as Readonly<Record<string, unknown>>)[name];
  return { file, pointer: `${pointer}/${escapeSegment(name)}`, value: child };
}

function referenceOf(value: unknown): string | undefined {
  const isReference = typeof value === "object" && value !== null && "$ref" in value;
  return isReference && typeof value.$ref === "string" ? value.$ref : undefined;
}

function nowhere(reference: string, why: string): ReferenceProblem {
  return {
    code: "unresolved-reference",
    message: `The reference \`${reference}\` points to nothing: there is ${why}.`,
    fix: "Correct the reference, or add what it points to.",
  };
}

function circle(reference: string): ReferenceProblem {
  return {
    code: "reference-circle",
    message: `The reference \`${reference}\` leads back to itself.`,
    fix: "Write out what it should mean.",
  };
}
