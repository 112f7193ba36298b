import { isObject, type JsonObject } from "../../json-object.ts";
import { shareStructure } from "../../read/files/share-structure.ts";
import type { SourceFile } from "../../read/files/source-file.ts";
import { decodePercent } from "../../text/decode-percent.ts";
import { parsePointer } from "../../text/pointer.ts";

/** The files of two documents, before and after. */
type FilePair = readonly [before: SourceFile, after: SourceFile];

/**
 * Leaves out the paths, webhooks and components that are equal in both documents, with everything that only they refer
 * to. Most of a large document does not change from one version to the next, so comparing these parts would take most
 * of the time.
 *
 * Returns both files unchanged when parts could mean something else in the other document: in documents of several
 * files, with `$id`s, dynamic references or aliases of YAML, or with another version, dialect, server or security.
 */
export function omitUnchanged([before, after]: FilePair): FilePair {
  if ([before, after].some(({ isTree, mayIdentify }) => isTree !== true || mayIdentify)) {
    return [before, after];
  }
  const from = before.value;
  const to = shareStructure(from, after.value);
  if (!isObject(from) || !isObject(to)) {
    return [before, after];
  }
  const parts = { before: listParts(from), after: listParts(to) };
  const edges = hasSameSetting(from, to) ? collectEdges(parts) : undefined;
  if (edges === undefined) {
    return [before, after];
  }
  const kept = findKept(parts, edges);
  return [
    { ...before, value: keepParts(from, kept) },
    { ...after, value: keepParts(to, kept) },
  ];
}

/** Parts by their pointer, such as `/components/schemas/Pet`. */
type Parts = ReadonlyMap<string, unknown>;

interface BothParts {
  readonly before: Parts;
  readonly after: Parts;
}

function listParts({ paths, webhooks, components }: JsonObject): Parts {
  const parts = new Map<string, unknown>();
  const add = (place: string, group: unknown): void => {
    for (const [name, value] of isObject(group) ? Object.entries(group) : []) {
      parts.set(`${place}/${name}`, value);
    }
  };
  add("/paths", paths);
  add("/webhooks", webhooks);
  for (const [kind, group] of isObject(components) ? Object.entries(components) : []) {
    add(`/components/${kind}`, group);
  }
  return parts;
}

/** Members of the root that change the meaning of all parts. Security schemes are components that are used by name. */
function hasSameSetting(from: JsonObject, to: JsonObject): boolean {
  const readSchemes = ({ components }: JsonObject): unknown =>
    isObject(components) ? components.securitySchemes : undefined;
  return (
    ["openapi", "jsonSchemaDialect", "$self", "servers", "security"].every(
      // Equal objects are the same object, because their structure is shared.
      (name) => from[name] === to[name],
    ) && readSchemes(from) === readSchemes(to)
  );
}

/** For each part, the parts that it refers to in either document. Undefined when this cannot be determined. */
type Edges = ReadonlyMap<string, ReadonlySet<string>>;

function collectEdges({ before, after }: BothParts): Edges | undefined {
  const edges = new Map<string, Set<string>>();
  for (const parts of [before, after]) {
    for (const [place, value] of parts) {
      if (parts === after && before.get(place) === value) {
        continue;
      }
      if (place.endsWith("/$ref")) {
        // The whole group is in another file.
        return undefined;
      }
      const found = edges.get(place) ?? new Set();
      edges.set(place, found);
      if (!collectTargets(value, found)) {
        return undefined;
      }
    }
  }
  return edges;
}

/**
 * Adds the parts that a value refers to. Returns false for references whose target depends on more than the reference.
 */
function collectTargets(value: unknown, found: Set<string>): boolean {
  if (typeof value !== "object" || value === null) {
    return true;
  }
  if (Array.isArray(value)) {
    return value.every((item) => collectTargets(item, found));
  }
  for (const [key, child] of Object.entries(value)) {
    if (key === "$ref" || key === "operationRef") {
      if (typeof child === "string" && !addTarget(child, found)) {
        return false;
      }
    } else if (key === "$dynamicRef" || key === "$recursiveRef") {
      return false;
    } else if (key === "mapping" && isObject(child)) {
      addMapped(child, found);
    }
    if (!collectTargets(child, found)) {
      return false;
    }
  }
  return true;
}

/** Parts have two segments below `paths` and `webhooks`, and three below `components`. */
function addTarget(reference: string, found: Set<string>): boolean {
  if (!reference.startsWith("#/")) {
    return false;
  }
  const [first = "", ...rest] = parsePointer(decodePercent(reference.slice(1)));
  const length = first === "components" ? 2 : 1;
  found.add(`/${[first, ...rest.slice(0, length)].join("/")}`);
  return rest.length >= length;
}

/** The values of a discriminator's mapping are references or names of schemas. */
function addMapped(mapping: JsonObject, found: Set<string>): void {
  for (const target of Object.values(mapping)) {
    if (typeof target === "string" && !(target.startsWith("#/") && addTarget(target, found))) {
      found.add(`/components/schemas/${target}`);
    }
  }
}

/** The parts that changed, the parts that refer to them, and the parts that all of these refer to. */
function findKept({ before, after }: BothParts, edges: Edges): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  for (const [place, targets] of edges) {
    for (const target of targets) {
      const known = users.get(target) ?? [];
      users.set(target, known);
      known.push(place);
    }
  }
  const places = new Set([...before.keys(), ...after.keys(), ...users.keys()]);
  const kept = new Set(
    [...places].filter(
      // A part that neither document has is a mistake, which is reported where it is used.
      (place) => before.get(place) !== after.get(place) || !before.has(place),
    ),
  );
  // Iterating a set also visits the items that are added during the loop.
  for (const place of kept) {
    users.get(place)?.forEach((user) => void kept.add(user));
  }
  for (const place of kept) {
    edges.get(place)?.forEach((target) => void kept.add(target));
  }
  return kept;
}

function keepParts(root: JsonObject, kept: ReadonlySet<string>): JsonObject {
  const keep = (place: string, group: unknown): unknown =>
    isObject(group)
      ? Object.fromEntries(Object.entries(group).filter(([name]) => kept.has(`${place}/${name}`)))
      : group;
  const { components } = root;
  return Object.fromEntries(
    Object.entries(root).map(([name, value]) => {
      if (name === "paths" || name === "webhooks") {
        return [name, keep(`/${name}`, value)];
      }
      return name === "components" && isObject(components)
        ? [name, keepComponents(components, keep)]
        : [name, value];
    }),
  );
}

function keepComponents(
  components: JsonObject,
  keep: (place: string, group: unknown) => unknown,
): JsonObject {
  return Object.fromEntries(
    Object.entries(components).map(([kind, group]) => [
      kind,
      kind === "securitySchemes" ? group : keep(`/components/${kind}`, group),
    ]),
  );
}
