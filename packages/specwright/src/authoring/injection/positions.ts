import { isObject } from "../../json-object.ts";

/** The place of a string in a document: a value, or the key of a member. */
export interface Position {
  readonly kind: "key" | "value";
  /** Keys and indexes from the root. For a key, the last one is the key itself. */
  readonly path: readonly (string | number)[];
  /** Makes the new value: the text as it is, or as part of a valid value, such as `application/<text>+json`. */
  readonly wrap: (text: string) => string;
  /** For people. */
  readonly name: string;
}

/** Every string of a JSON document, keys and values, in the document's order. */
export function listPositions(document: unknown): readonly Position[] {
  const positions: Position[] = [];
  const walk = (value: unknown, path: readonly (string | number)[]): void => {
    if (typeof value === "string") {
      add(positions, "value", path, value);
    } else if (Array.isArray(value)) {
      value.forEach((item, index) => {
        walk(item, [...path, index]);
      });
    } else if (isObject(value)) {
      for (const [key, member] of Object.entries(value)) {
        add(positions, "key", [...path, key], key);
        walk(member, [...path, key]);
      }
    }
  };
  walk(document, []);
  return positions;
}

function add(
  positions: Position[],
  kind: Position["kind"],
  path: Position["path"],
  text: string,
): void {
  const name = `${kind} #/${path.map((part) => String(part).replaceAll("/", "~1")).join("/")}`;
  positions.push({ kind, path, name, wrap: (payload) => payload });
  for (const [form, wrap] of listWrappers(text)) {
    positions.push({ kind, path, name: `${name} as ${form}`, wrap });
  }
}

/**
 * The forms in which payloads are put at a string. A media type, for example, is also replaced by media types that
 * contain the payload, because most payloads alone would be refused as media types.
 */
function listWrappers(
  text: string,
): readonly (readonly [form: string, wrap: (payload: string) => string])[] {
  if (/^(?:application|text|image)\//.test(text)) {
    return [["application/…+json", (payload) => `application/${payload}+json`]];
  }
  if (text.startsWith("#/")) {
    return [["…/…", (payload) => `${text}/${payload}`]];
  }
  return text.startsWith("/") ? [["/…", (payload) => `/${payload}`]] : [];
}

/** The document with a string at a position. Undefined when the object already has that key. */
export function inject(document: unknown, position: Position, payload: string): unknown {
  const text = position.wrap(payload);
  const { path, kind } = position;
  if (kind === "value") {
    return replaceAt(document, path, () => text);
  }
  const key = String(path.at(-1));
  const parent = readValueAt(document, path.slice(0, -1));
  // This includes the old key itself: `then` is both a payload and a keyword, and nothing would change.
  if (isObject(parent) && Object.hasOwn(parent, text)) {
    return undefined;
  }
  const renamed = replaceAt(document, path.slice(0, -1), (value) => renameKey(value, key, text));
  return followRenaming(renamed, path, text);
}

function renameKey(value: unknown, from: string, to: string): unknown {
  // Made of entries, so that `__proto__` becomes an ordinary member.
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, member]) => [key === from ? to : key, member]),
      )
    : value;
}

function replaceAt(
  value: unknown,
  [first, ...rest]: Position["path"],
  change: (value: unknown) => unknown,
): unknown {
  if (first === undefined) {
    return change(value);
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === first ? replaceAt(item, rest, change) : item));
  }
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, member]) => [
          key,
          key === first ? replaceAt(member, rest, change) : member,
        ]),
      )
    : value;
}

/** Renames the references to a renamed component too. Otherwise a payload in such a key would only break references. */
function followRenaming(document: unknown, path: Position["path"], text: string): unknown {
  const [root, kind, name] = path;
  if (root !== "components" || path.length !== 3) {
    return document;
  }
  const before = `#/components/${kind}/${name}`;
  const after = `#/components/${kind}/${escapePayloadSegment(text)}`;
  return mapStrings(document, (value, place) => {
    if (value === before || value.startsWith(`${before}/`)) {
      return after + value.slice(before.length);
    }
    const isName = kind === "securitySchemes" ? place === "key" : place === "mapping";
    return isName && value === name ? text : value;
  });
}

/**
 * Escapes a string as a segment of a JSON Pointer in a fragment. All characters except letters, digits and a few others
 * are percent-encoded.
 */
function escapePayloadSegment(text: string): string {
  const escaped = text.replaceAll("~", "~0").replaceAll("/", "~1");
  return escaped.isWellFormed() ? encodeURIComponent(escaped) : escaped;
}

type Place = "key" | "mapping" | "value";

function mapStrings(
  value: unknown,
  change: (text: string, place: Place) => string,
  parents: readonly string[] = [],
): unknown {
  const parent = parents.at(-1);
  if (typeof value === "string") {
    return change(value, parents.at(-2) === "mapping" ? "mapping" : "value");
  }
  if (Array.isArray(value)) {
    return value.map((item) => mapStrings(item, change, parents));
  }
  if (!isObject(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      parent === "security" ? change(key, "key") : key,
      mapStrings(member, change, [...parents, key]),
    ]),
  );
}

function readValueAt(document: unknown, path: Position["path"]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, part)
        ? (value as Readonly<Record<string | number, unknown>>)[part]
        : undefined,
    document,
  );
}
