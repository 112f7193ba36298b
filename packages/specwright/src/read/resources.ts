import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import type { Diagnostic } from "../diagnostic.ts";
import type { Target } from "./references.ts";
import { forEachSchema } from "./schema-places.ts";
import type { SourceFile } from "./source-file.ts";

/**
 * A schema resource (JSON Schema 2020-12 Core, section 4.3.5): a file, or the part of it below an `$id`. References in
 * it are relative to its URI, and its anchors are its own.
 */
export interface Resource extends Target {
  /** The absolute URI, without a fragment. */
  readonly uri: string;
  /** Whether an `$id` gave it the URI, rather than the place of the file. */
  readonly isIdentified: boolean;
  /** Schemas by `$anchor` and `$dynamicAnchor`. */
  readonly anchors: ReadonlyMap<string, Target>;
  /** Those of `$dynamicAnchor` only. */
  readonly dynamicAnchors: ReadonlyMap<string, Target>;
  /** `$schema` as written, or what the surroundings declare. */
  readonly dialect: string | undefined;
}

/** The resources of the files that were read so far. */
export interface Resources {
  /** Adds a file and finds the resources in it. Asked again, it gives the same. */
  readonly add: (file: SourceFile) => Resource;
  /** The resource of a place. */
  readonly at: (place: Target) => Resource;
  /** The resource of a place that turned out to be a schema, where nothing of the file told so. */
  readonly atSchema: (place: Target) => Resource;
  /** A resource by its absolute URI. */
  readonly byUri: (uri: string) => Resource | undefined;
}

/**
 * Opens the resources of one document. What is wrong with identifiers goes to `problems`: two schemas of the same name
 * that say different things, and names that are none.
 *
 * @param hasIdentifiers False for OpenAPI 3.0, whose schemas have none.
 */
export function createResources(problems: Diagnostic[], hasIdentifiers: boolean): Resources {
  const state: State = { problems, byUri: new Map(), files: new Map() };
  const indexOf = (file: SourceFile): FileIndex => {
    const known = state.files.get(file);
    if (known !== undefined) {
      return known;
    }
    const index = createIndex(file, hasIdentifiers && file.mayIdentify);
    state.files.set(file, index);
    state.byUri.set(index.root.uri, index.root);
    find({ file, pointer: "", value: file.value }, index, kindOf(file.value), state);
    return index;
  };
  return {
    add: (file) => indexOf(file).root,
    at: (place) => nearest(indexOf(place.file), place.pointer),
    atSchema: (place) => {
      const index = indexOf(place.file);
      find(place, index, "schema", state);
      return nearest(index, place.pointer);
    },
    byUri: (uri) => state.byUri.get(uri),
  };
}

interface State {
  readonly problems: Diagnostic[];
  readonly byUri: Map<string, Resource>;
  readonly files: Map<SourceFile, FileIndex>;
}

interface FileIndex {
  readonly root: MutableResource;
  /** Resources by the pointer that they begin at. */
  readonly resources: Map<string, MutableResource>;
  /** Schemas that were looked at; undefined for files without identifiers, which have one resource. */
  readonly seen: Set<object> | undefined;
}

interface MutableResource extends Resource {
  uri: string;
  isIdentified: boolean;
  readonly anchors: Map<string, Target>;
  readonly dynamicAnchors: Map<string, Target>;
  dialect: string | undefined;
}

function createIndex(file: SourceFile, mayIdentify: boolean): FileIndex {
  const { value } = file;
  const dialect = isObject(value) ? stringOf(value, "jsonSchemaDialect") : undefined;
  const root = {
    ...newResource({ file, pointer: "", value }, file.uri ?? pathToFileURL(file.path).href),
    dialect,
  };
  return { root, resources: new Map([["", root]]), seen: mayIdentify ? new Set() : undefined };
}

function newResource(place: Target, uri: string): MutableResource {
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

function kindOf(value: unknown): "document" | "schema" | "part" {
  if (!isObject(value)) {
    return "schema";
  }
  return typeof value.openapi === "string" ? "document" : "part";
}

function nearest({ root, resources }: FileIndex, pointer: string): MutableResource {
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

function find(
  { file, pointer, value }: Target,
  index: FileIndex,
  kind: "document" | "schema" | "part",
  state: State,
): void {
  const { seen } = index;
  if (seen === undefined) {
    return;
  }
  const visit = (schema: JsonObject, at: string): boolean => {
    const isNew = !seen.has(schema);
    if (isNew) {
      seen.add(schema);
      identify({ file, pointer: at, value: schema }, schema, index, state);
    }
    return isNew;
  };
  forEachSchema(value, pointer, kind, visit);
  if (kind === "part") {
    forEachSchema(value, pointer, "schema", visit);
  }
}

/** Notes what a schema says about its own name. */
function identify(place: Target, schema: JsonObject, index: FileIndex, state: State): void {
  const outer = nearest(index, place.pointer);
  const id = stringOf(schema, "$id");
  const resource = id === undefined ? outer : openResource(id, place, outer, index, state);
  if (resource.pointer === place.pointer) {
    resource.dialect = stringOf(schema, "$schema") ?? resource.dialect;
  }
  const anchor = stringOf(schema, "$anchor");
  const dynamicAnchor = stringOf(schema, "$dynamicAnchor");
  if (anchor !== undefined) {
    addAnchor("$anchor", anchor, place, resource, state);
  }
  if (dynamicAnchor !== undefined) {
    addAnchor("$dynamicAnchor", dynamicAnchor, place, resource, state);
    if (!resource.dynamicAnchors.has(dynamicAnchor)) {
      resource.dynamicAnchors.set(dynamicAnchor, place);
    }
  }
}

function openResource(
  id: string,
  place: Target,
  outer: MutableResource,
  index: FileIndex,
  state: State,
): MutableResource {
  const absolute = absoluteUri(id, outer.uri);
  const [uri = "", fragment = ""] = absolute?.split("#") ?? [];
  if (absolute === undefined || fragment !== "") {
    report(state, place, "$id", {
      severity: "warning",
      code: "invalid-identifier",
      message: `The \`$id\` \`${id}\` is no URI reference without a fragment, so it is ignored.`,
      fix: "Write a URI; what names a part of a schema is an `$anchor`.",
    });
    return outer;
  }
  const holder = state.byUri.get(uri);
  if (holder !== undefined && holder !== outer && !isDeepStrictEqual(holder.value, place.value)) {
    report(state, place, "$id", {
      severity: "error",
      code: "duplicate-identifier",
      message: `The \`$id\` \`${uri}\` is also that of \`${placeOf(holder)}\`, which is another schema.`,
      fix: "Give each schema a URI of its own.",
    });
    return outer;
  }
  const resource =
    place.pointer === "" ? index.root : { ...newResource(place, uri), dialect: outer.dialect };
  resource.uri = uri;
  resource.isIdentified = true;
  index.resources.set(place.pointer, resource);
  state.byUri.set(uri, holder ?? resource);
  return resource;
}

function addAnchor(
  keyword: "$anchor" | "$dynamicAnchor",
  name: string,
  place: Target,
  resource: MutableResource,
  state: State,
): void {
  const holder = resource.anchors.get(name);
  if (!anchorName.test(name)) {
    report(state, place, keyword, {
      severity: "warning",
      code: "invalid-identifier",
      message: `The \`${keyword}\` \`${name}\` is no name for an anchor, so it is ignored.`,
      fix: "Begin with a letter or `_`, and go on with letters, digits, `-`, `_` and `.`.",
    });
  } else if (holder === undefined) {
    resource.anchors.set(name, place);
  } else if (holder.value !== place.value) {
    report(state, place, keyword, {
      severity: "error",
      code: "duplicate-identifier",
      message: `The anchor \`${name}\` is also that of \`${placeOf(holder)}\`.`,
      fix: "Give each anchor of a file or of an `$id` a name of its own.",
    });
  }
}

/** JSON Schema 2020-12 Core, section 8.2.2. */
const anchorName = /^[A-Za-z_][-A-Za-z0-9._]*$/;

function placeOf({ file, pointer }: Target): string {
  return `${file.name}#${pointer}`;
}

function report(
  { problems }: State,
  { file, pointer }: Target,
  keyword: string,
  problem: Pick<Diagnostic, "severity" | "code" | "message" | "fix">,
): void {
  problems.push({ ...problem, file: file.name, pointer: `${pointer}/${keyword}` });
}

/** A URI reference made absolute (RFC 3986, section 5); undefined when it is none. */
export function absoluteUri(reference: string, base: string): string | undefined {
  // URNs and other opaque URIs are a base for fragments only.
  if (reference.startsWith("#")) {
    return base + reference;
  }
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function stringOf(value: JsonObject, key: string): string | undefined {
  const text = Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof text === "string" ? text : undefined;
}
