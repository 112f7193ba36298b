import { shareStructure } from "../../document/read/files/share-structure.ts";
import type { SourceFile } from "../../document/read/files/source-file.ts";
import { isObject, type JsonObject } from "../../json-object.ts";
import { type BothParts, collectEdges, type Edges, isClaim, type Parts } from "./collect-edges.ts";

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
  // Swagger 2.0 has other names for its parts.
  if (!isObject(from) || !isObject(to) || from.openapi === undefined) {
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

/**
 * The parts that changed, the parts that refer to them or make the same claim, and the parts that all of these refer
 * to.
 */
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
  const changed = [...places].filter(
    (place) =>
      !isClaim(place) &&
      // A part that neither document has is a mistake, which is reported where it is used.
      (before.get(place) !== after.get(place) || !before.has(place)),
  );
  const kept = new Set(changed);
  for (const claim of changed.flatMap((place) => [...(edges.get(place) ?? [])]).filter(isClaim)) {
    kept.add(claim);
  }
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
