import { asMembers, isArrayOrObject, isObject, type JsonObject } from "../../../json-object.ts";
import { decodePercent } from "../../../text/decode-percent.ts";
import { escapeSegment, unescapeSegment } from "../../../text/pointer.ts";
import type { ShapeChange } from "../shape-report.ts";
import type { Shaping } from "../shaping.ts";
import { listTexts, listWrittenOperations } from "./list-operations.ts";

/** Removes the components and tags that no operation of the document leads to, and lists them. */
export function dropUnreachable(
  root: JsonObject,
  shaping: Shaping,
  changes: ShapeChange[],
): JsonObject {
  const components = asMembers(root.components);
  const reached = findReached(root, components);
  const kept = Object.entries(components).flatMap(([section, group]): [string, unknown][] => {
    if (section.startsWith("x-") || !isObject(group)) {
      return [[section, group]];
    }
    const members = Object.entries(group).filter(([name]) => {
      const isKept = reached.has(writePlace(section, name));
      if (!isKept) {
        changes.push({ action: "removed", kind: nameKind(section), name });
      }
      return isKept;
    });
    if (members.length === Object.keys(group).length) {
      return [[section, group]];
    }
    return members.length === 0
      ? []
      : [[section, shaping.origins.copy(Object.fromEntries(members), group)]];
  });
  const tagged = dropTags(root, shaping, changes);
  if (kept.length > 0) {
    return { ...tagged, components: shaping.origins.copy(Object.fromEntries(kept), components) };
  }
  const { components: _, ...rest } = tagged;
  return rest;
}

/** The kind of a component: `schema` of the section `schemas`. */
function nameKind(section: string): string {
  return section.replace(/ies$/, "y").replace(/s$/, "");
}

function writePlace(section: string, name: string): string {
  return `${section}/${escapeSegment(name)}`;
}

/** The places of the components that are needed, such as `schemas/Pet`. */
function findReached(root: JsonObject, components: JsonObject): ReadonlySet<string> {
  const reached = new Set<string>();
  const heirs = listHeirs(components);
  const { components: _, ...rest } = root;
  const open: unknown[] = [rest];
  const reach = (place: string): void => {
    const [section = "", segment = ""] = place.split("/");
    const part = asMembers(components[section])[unescapeSegment(segment)];
    if (part !== undefined && !reached.has(place)) {
      reached.add(place);
      open.push(part);
    }
  };
  let hasSecurity = false;
  const visit = (part: JsonObject): void => {
    const { $ref: reference, discriminator, security } = part;
    if (typeof reference === "string") {
      reachReference(reference, reach);
    }
    if (Array.isArray(security)) {
      hasSecurity = true;
      for (const name of security.flatMap((each) => Object.keys(asMembers(each)))) {
        reach(writePlace("securitySchemes", name));
      }
    }
    if (isObject(discriminator)) {
      for (const mapped of [
        ...Object.values(asMembers(discriminator.mapping)),
        discriminator.defaultMapping,
      ]) {
        reachMapped(mapped, reach);
      }
    }
  };
  const walk = (): void => {
    for (let part = open.pop(); part !== undefined; part = open.pop()) {
      if (isArrayOrObject(part)) {
        visit(part);
        open.push(...Object.values(part).filter(isArrayOrObject));
      }
    }
  };
  walk();
  // The values of a discriminator without `mapping` are the names of the schemas that extend its schema, and schemas with
  // identifiers are referred to by these.
  for (const place of reached) {
    heirs.get(place)?.forEach(reach);
    walk();
  }
  listIdentified(components).forEach(reach);
  walk();
  if (!hasSecurity) {
    // Without `security`, the schemes are assumed for all operations.
    for (const name of Object.keys(asMembers(components.securitySchemes))) {
      reach(writePlace("securitySchemes", name));
    }
  }
  return reached;
}

function reachReference(reference: string, reach: (place: string) => void): void {
  const [, section, name] = /^#\/components\/([^/]+)\/([^/]+)/.exec(reference) ?? [];
  if (section !== undefined && name !== undefined) {
    reach(writePlace(section, unescapeSegment(decodePercent(name))));
  }
}

/** A value of `mapping` is a reference or the name of a schema. */
function reachMapped(mapped: unknown, reach: (place: string) => void): void {
  if (typeof mapped === "string") {
    reach(writePlace("schemas", mapped));
    reachReference(mapped, reach);
  }
}

/** For each schema with a discriminator, the schemas that extend it by `allOf`; both as places, such as `schemas/Pet`. */
export function listHeirs({ schemas }: JsonObject): ReadonlyMap<string, readonly string[]> {
  const heirs = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(asMembers(schemas))) {
    const { allOf } = asMembers(schema);
    for (const part of Array.isArray(allOf) ? allOf : []) {
      const { $ref: reference } = asMembers(part);
      if (typeof reference === "string") {
        reachReference(reference, (place) => {
          const base = asMembers(schemas)[unescapeSegment(place.split("/")[1] ?? "")];
          if (isObject(asMembers(base).discriminator)) {
            heirs.set(place, [...(heirs.get(place) ?? []), writePlace("schemas", name)]);
          }
        });
      }
    }
  }
  return heirs;
}

function listIdentified({ schemas }: JsonObject): readonly string[] {
  return Object.entries(asMembers(schemas)).flatMap(([name, schema]) =>
    ["$id", "$anchor", "$dynamicAnchor"].some((key) => asMembers(schema)[key] !== undefined)
      ? [writePlace("schemas", name)]
      : [],
  );
}

/** Removes the tags that no operation has. Those that a tag names as its `parent` (OpenAPI 3.2) stay with it. */
function dropTags(root: JsonObject, { origins }: Shaping, changes: ShapeChange[]): JsonObject {
  const used = new Set(listWrittenOperations(root).flatMap(({ value }) => listTexts(value.tags)));
  const { tags } = root;
  if (!Array.isArray(tags)) {
    return root;
  }
  const parents = new Map(tags.map((tag) => [asMembers(tag).name, asMembers(tag).parent]));
  for (const name of used) {
    const parent = parents.get(name);
    if (typeof parent === "string") {
      used.add(parent);
    }
  }
  const kept = tags.filter((tag) => {
    const { name } = asMembers(tag);
    const isKept = typeof name !== "string" || used.has(name);
    if (!isKept) {
      changes.push({ action: "removed", kind: "tag", name });
    }
    return isKept;
  });
  return kept.length === tags.length ? root : { ...root, tags: origins.copy(kept, tags) };
}
