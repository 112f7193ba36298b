import type { Diagnostic } from "../../../diagnostic.ts";
import type { SourceFile } from "../files/source-file.ts";
import type { Target } from "./references.ts";

/**
 * A schema resource (JSON Schema 2020-12 Core, section 4.3.5): a file, or the part of a file below an `$id`. References
 * in it are relative to its URI, and it has its own anchors.
 */
export interface Resource extends Target {
  /** The absolute URI, without a fragment. */
  readonly uri: string;
  /** True when the URI comes from an `$id`, not from the place of the file. */
  readonly isIdentified: boolean;
  /** Schemas by `$anchor` and `$dynamicAnchor`. */
  readonly anchors: ReadonlyMap<string, Target>;
  /** The anchors of `$dynamicAnchor` only. */
  readonly dynamicAnchors: ReadonlyMap<string, Target>;
  /** `$schema` as written, or the dialect of the enclosing resource. */
  readonly dialect: string | undefined;
}

/** The resources of one document, collected while files are read. */
export interface ResourceState {
  readonly problems: Diagnostic[];
  readonly byUri: Map<string, Resource>;
  readonly files: Map<SourceFile, FileIndex>;
}

/** The resources of one file. */
export interface FileIndex {
  readonly root: MutableResource;
  /** Resources by the pointer at which they begin. */
  readonly resources: Map<string, MutableResource>;
  /** Schemas that were already visited. Undefined for files without identifiers, which have one resource. */
  readonly seen: Set<object> | undefined;
}

/** A resource whose identifiers are still being collected. */
export interface MutableResource extends Resource {
  uri: string;
  isIdentified: boolean;
  readonly anchors: Map<string, Target>;
  readonly dynamicAnchors: Map<string, Target>;
  dialect: string | undefined;
}

/** A resource that begins at a place. The identifiers of its schemas are added later. */
export function createResource(place: Target, uri: string): MutableResource {
  const { file, pointer, value } = place;
  return {
    file,
    pointer,
    value,
    uri,
    isIdentified: false,
    anchors: new Map(),
    dynamicAnchors: new Map(),
    dialect: undefined,
  };
}

/** The resource that a place of a file belongs to. */
export function findNearestResource(
  { root, resources }: FileIndex,
  pointer: string,
): MutableResource {
  if (resources.size > 1) {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
      const resource = resources.get(pointer.slice(0, end));
      if (resource !== undefined) {
        return resource;
      }
    }
  }
  return root;
}

/** Resolves a URI reference against a base (RFC 3986, section 5). Undefined when it is not valid. */
export function resolveUri(reference: string, base: string): string | undefined {
  // Only fragments can be resolved against URNs and other opaque URIs.
  if (reference.startsWith("#")) {
    return base + reference;
  }
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

/** A place as messages name it: `pets.yaml#/Pet`. */
export function showTarget({ file, pointer }: Pick<Target, "file" | "pointer">): string {
  return `${file.name}#${pointer}`;
}
