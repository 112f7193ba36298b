import { isObject, type JsonObject } from "../../json-object.ts";

/** The part of a document that one page shows. */
export interface ReferencePart {
  /** Returns whether an operation is shown. */
  readonly shows: (method: string, path: string) => boolean;
  /** Returns whether the webhook with this name is shown. */
  readonly showsWebhook: (name: string) => boolean;
  readonly tags: (name: string) => boolean;
  readonly title: string;
  /** True when the introduction is shown. */
  readonly hasIntroduction: boolean;
}

/** A document with the operations of one part, and with only those components to which they lead. */
export function extractReferencePart(document: JsonObject, part: ReferencePart): JsonObject {
  const { components: __, paths, tags, "x-tagGroups": _, ...rest } = document;
  const others = Object.fromEntries(
    Object.entries(rest).filter(([name]) => !webhookMembers.includes(name)),
  );
  const info = isObject(others.info) ? others.info : {};
  const { description: introduction, summary: ___, ...facts } = info;
  const events = Object.fromEntries(
    webhookMembers
      .map((member) => [member, keepShownWebhooks(document[member], part)] as const)
      .filter(([, items]) => items !== undefined),
  );
  const shown = {
    ...others,
    info: {
      ...facts,
      title: part.title,
      ...(part.hasIntroduction && introduction !== undefined && { description: introduction }),
    },
    ...(Array.isArray(tags) && {
      tags: tags.filter((tag) => isObject(tag) && part.tags(String(tag.name))),
    }),
    paths: keepShownPaths(paths, part),
    ...events,
  };
  return withComponents(shown, document);
}

/** Documents before 3.1 use the second one. */
const webhookMembers: readonly string[] = ["webhooks", "x-webhooks"];

/** The webhooks of a document by name. */
export function listWebhooks(document: JsonObject): readonly (readonly [string, unknown])[] {
  return webhookMembers.flatMap((member) => {
    const items = document[member];
    return isObject(items) ? Object.entries(items) : [];
  });
}

function keepShownWebhooks(
  items: unknown,
  { showsWebhook }: ReferencePart,
): JsonObject | undefined {
  const shown = Object.entries(isObject(items) ? items : {}).filter(([name]) => showsWebhook(name));
  return shown.length === 0 ? undefined : Object.fromEntries(shown);
}

const methods = new Set("get put post delete options head patch trace query".split(" "));

/** Each operation is shown on one page, below one tag. */
function keepShownPaths(paths: unknown, { shows, tags }: ReferencePart): JsonObject {
  const kept = Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) => {
    const members = Object.entries(isObject(item) ? item : {}).filter(
      ([name, member]) => !methods.has(name) || (isObject(member) && shows(name, path)),
    );
    return members.some(([name]) => methods.has(name))
      ? [
          [
            path,
            Object.fromEntries(
              members.map(([name, member]) => [name, moveBelowTags(member, tags)]),
            ),
          ] as const,
        ]
      : [];
  });
  return Object.fromEntries(kept);
}

function moveBelowTags(operation: unknown, tags: ReferencePart["tags"]): unknown {
  return isObject(operation) && Array.isArray(operation.tags)
    ? { ...operation, tags: operation.tags.slice(0, 1).filter((tag) => tags(String(tag))) }
    : operation;
}

/** Adds the components to which references lead, directly or through other components. */
function withComponents(shown: JsonObject, document: JsonObject): JsonObject {
  const all = isObject(document.components) ? document.components : {};
  const found = new Map<string, Map<string, unknown>>();
  const work: unknown[] = [shown];
  for (let value = work.pop(); value !== undefined; value = work.pop()) {
    for (const [section, name] of findReferencesIn(value)) {
      const members = all[section];
      const kept = found.get(section) ?? new Map<string, unknown>();
      found.set(section, kept);
      if (isObject(members) && Object.hasOwn(members, name) && !kept.has(name)) {
        kept.set(name, members[name]);
        work.push(members[name]);
      }
    }
  }
  const components = Object.fromEntries(
    [...found].map(([section, members]) => [section, Object.fromEntries(members)]),
  );
  // Operations name security schemes directly, without a `$ref`, so all of them are kept.
  return { ...shown, components: { ...components, securitySchemes: all.securitySchemes ?? {} } };
}

/**
 * The sections and names of the components to which texts in a value refer, in `$ref` or in the mapping of a
 * discriminator.
 */
function findReferencesIn(value: unknown): readonly (readonly [section: string, name: string])[] {
  const found: (readonly [string, string])[] = [];
  const visit = (inner: unknown): void => {
    if (typeof inner === "string") {
      const match = /^#\/components\/([^/]+)\/([^/]+)/.exec(inner);
      if (match?.[1] !== undefined && match[2] !== undefined) {
        found.push([match[1], unescapeName(match[2])]);
      }
    } else if (typeof inner === "object" && inner !== null) {
      Object.values(inner).forEach(visit);
    }
  };
  visit(value);
  return found;
}

function unescapeName(segment: string): string {
  let text = segment;
  try {
    text = decodeURIComponent(segment);
  } catch {
    // No percent-encoding: the name as it is.
  }
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
}
