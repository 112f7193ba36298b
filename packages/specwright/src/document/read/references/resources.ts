import { pathToFileURL } from "node:url";
import type { Diagnostic } from "../../../diagnostic.ts";
import { isObject, type JsonObject } from "../../../json-object.ts";
import type { SourceFile } from "../files/source-file.ts";
import { readStringMember } from "../text/string-member.ts";
import { identify } from "./identify.ts";
import type { Target } from "./references.ts";
import type { FileIndex, Resource, ResourceState } from "./resource.ts";
import { createResource, findNearestResource } from "./resource.ts";
import { visitSchemas } from "./schema-places.ts";

/** The resources of the files that were read so far. */
export interface Resources {
  /** Adds a file and finds its resources. A second call with the same file returns the same resource. */
  readonly add: (file: SourceFile) => Resource;
  /** The resource of a place. */
  readonly findAt: (place: Target) => Resource;
  /** The resource of a place that is used as a schema although the structure of its file does not mark it as one. */
  readonly findSchemaAt: (place: Target) => Resource;
  /** A resource by its absolute URI. */
  readonly findByUri: (uri: string) => Resource | undefined;
}

/**
 * Collects the resources of one document. Problems of identifiers are added to `problems`: two different schemas with
 * the same name, and invalid names.
 *
 * @param hasIdentifiers False for OpenAPI 3.0, whose schemas have no identifiers.
 */
export function createResources(problems: Diagnostic[], hasIdentifiers: boolean): Resources {
  const state: ResourceState = { problems, byUri: new Map(), files: new Map() };
  const indexFile = (file: SourceFile): FileIndex => {
    const known = state.files.get(file);
    if (known !== undefined) {
      return known;
    }
    const index = createIndex(file, hasIdentifiers && file.mayIdentify);
    state.files.set(file, index);
    state.byUri.set(index.root.uri, index.root);
    find({ file, pointer: "", value: file.value }, index, guessKind(file.value), state);
    return index;
  };
  return {
    add: (file) => indexFile(file).root,
    findAt: (place) => findNearestResource(indexFile(place.file), place.pointer),
    findSchemaAt: (place) => {
      const index = indexFile(place.file);
      find(place, index, "schema", state);
      return findNearestResource(index, place.pointer);
    },
    findByUri: (uri) => state.byUri.get(uri),
  };
}

function createIndex(file: SourceFile, mayIdentify: boolean): FileIndex {
  const { value } = file;
  const dialect = isObject(value) ? readStringMember(value, "jsonSchemaDialect") : undefined;
  const root = {
    ...createResource({ file, pointer: "", value }, file.uri ?? pathToFileURL(file.path).href),
    dialect,
  };
  return { root, resources: new Map([["", root]]), seen: mayIdentify ? new Set() : undefined };
}

function guessKind(value: unknown): "document" | "schema" | "part" {
  if (!isObject(value)) {
    return "schema";
  }
  return typeof value.openapi === "string" ? "document" : "part";
}

function find(
  { file, pointer, value }: Target,
  index: FileIndex,
  kind: "document" | "schema" | "part",
  state: ResourceState,
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
  visitSchemas(value, pointer, kind, visit);
  if (kind === "part") {
    visitSchemas(value, pointer, "schema", visit);
  }
}
