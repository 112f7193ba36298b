import { asMembers, isObject, type JsonObject } from "../../../json-object.ts";
import { decodePercent } from "../../../text/decode-percent.ts";
import { escapeSegment, unescapeSegment } from "../../../text/pointer.ts";
import type { Origins } from "../origins.ts";
import { rewriteParts } from "../rewrite-parts.ts";

/** New names, by the old ones. */
export interface NewNames {
  readonly schemas: ReadonlyMap<string, string>;
  readonly operations: ReadonlyMap<string, string>;
  /** For each schema with a discriminator, the places of the schemas that extend it, such as `schemas/Cat`. */
  readonly heirs: ReadonlyMap<unknown, readonly string[]>;
}

/**
 * Writes new names wherever a document refers to old ones: in references, discriminators and links. A value that does not
 * change stays the same object.
 */
export function rewriteNames(value: unknown, names: NewNames, origins: Origins): unknown {
  return rewriteParts(
    value,
    (name, member, owner) => {
      if (name === "$ref") {
        return [renameReference(member, names)];
      }
      if (name === "discriminator" && isObject(member)) {
        return [renameMapping(member, owner, names, origins)];
      }
      return name === "links" && isObject(member)
        ? [renameLinks(member, names, origins)]
        : undefined;
    },
    origins,
  );
}

function renameReference(reference: unknown, { schemas }: NewNames): unknown {
  if (typeof reference !== "string") {
    return reference;
  }
  const [, before, segment = "", after] =
    /^(#\/components\/schemas\/)([^/]+)(.*)$/s.exec(reference) ?? [];
  const renamed =
    before === undefined ? undefined : schemas.get(unescapeSegment(decodePercent(segment)));
  return renamed === undefined ? reference : `${before}${escapeSegment(renamed)}${after}`;
}

/** Without `mapping`, the names of schemas are what is sent, so a renamed schema keeps its old name there. */
function renameMapping(
  discriminator: JsonObject,
  schema: JsonObject,
  names: NewNames,
  origins: Origins,
): JsonObject {
  const rename = (target: unknown): unknown =>
    names.schemas.get(String(target)) ?? renameReference(target, names);
  const mapping = Object.entries(asMembers(discriminator.mapping)).map(([sent, target]) => [
    sent,
    rename(target),
  ]);
  const targets = new Set(Object.values(asMembers(discriminator.mapping)));
  const heirs = (names.heirs.get(schema) ?? []).map((place) => `#/components/${place}`);
  const listed = [schema.oneOf, schema.anyOf].flatMap((list) =>
    Array.isArray(list) ? list.map((part) => asMembers(part).$ref) : [],
  );
  const alternatives = new Set<unknown>([...heirs, ...listed]);
  const added = [...names.schemas].flatMap(([old, renamed]) => {
    const reference = `#/components/schemas/${escapeSegment(old)}`;
    return alternatives.has(reference) && !targets.has(reference) && !targets.has(old)
      ? [[old, `#/components/schemas/${escapeSegment(renamed)}`]]
      : [];
  });
  const all = [...mapping, ...added];
  const { defaultMapping } = discriminator;
  if (all.length === 0 && defaultMapping === undefined) {
    return discriminator;
  }
  const made = {
    ...discriminator,
    ...(all.length > 0 && { mapping: Object.fromEntries(all) }),
    ...(defaultMapping !== undefined && { defaultMapping: rename(defaultMapping) }),
  };
  return origins.copy(made, discriminator);
}

function renameLinks(links: JsonObject, { operations }: NewNames, origins: Origins): JsonObject {
  const renamed = Object.entries(links).map(([name, link]) => {
    const { operationId } = asMembers(link);
    const next = typeof operationId === "string" ? operations.get(operationId) : undefined;
    return [
      name,
      next === undefined
        ? link
        : origins.copy({ ...asMembers(link), operationId: next }, asMembers(link)),
    ];
  });
  return origins.copy(Object.fromEntries(renamed), links);
}
