import type { Header, MediaType, Schema } from "../../document/model/model.ts";
import { quoteName } from "../../text/code-span.ts";
import {
  type Comparison,
  isSameValue,
  matchMaps,
  type Part,
  showPair,
} from "../compare/comparison.ts";
import { compareSchemas, isSameSchema } from "../schemas/compare-schema.ts";
import { allowsAnything } from "../schemas/normal-form/says-nothing.ts";
import { viewSchema } from "../schemas/view-schema.ts";
import { showFormats } from "./array-formats.ts";
import {
  type EncodingForm,
  normalizeContent,
  normalizeEncoding,
} from "./normal-form/normalize-content.ts";
import { coversMediaType, normalizeMediaType } from "./normal-form/normalize-media-type.ts";
import { normalizeHeader } from "./normal-form/normalize-parameter.ts";

/** The kinds of change for a media type that only one side has. */
export interface MediaTypeKinds {
  readonly added: string;
  readonly removed: string;
}

/** Compares the media types of a body. */
export function compareContent(
  before: readonly MediaType[],
  after: readonly MediaType[],
  kinds: MediaTypeKinds,
  part: Part,
  comparison: Comparison,
): void {
  const indexContentByType = (content: readonly MediaType[]): Map<string, MediaType> =>
    new Map(content.map((each) => [normalizeMediaType(each.mediaType), each]));
  const { both, removed, added } = matchMaps(indexContentByType(before), indexContentByType(after));
  const fresh = new Map(added);
  const isForRequest = kinds.added.startsWith("request");
  for (const [name, old] of removed) {
    const [other, changed, kind] = findCovering(name, [...fresh], isForRequest);
    if (changed === undefined) {
      part.found.push({ kind: kinds.removed, values: { name: quoteName(name) } });
    } else {
      fresh.delete(other);
      const values = { before: quoteName(name), after: quoteName(other) };
      part.found.push({ kind, values });
      compareMediaTypes(normalizeContent(old), normalizeContent(changed), part, comparison);
    }
  }
  for (const [name] of fresh) {
    part.found.push({ kind: kinds.added, values: { name: quoteName(name) } });
  }
  const [usual, nowUsual] = [findUsual(before), findUsual(after)];
  if (
    usual !== nowUsual &&
    before.some((each) => isType(each, nowUsual)) &&
    after.some((each) => isType(each, usual))
  ) {
    const values = { before: quoteName(usual), after: quoteName(nowUsual) };
    part.found.push({ kind: "media-type-default-changed", values });
  }
  for (const [, old, changed] of both) {
    compareMediaTypes(normalizeContent(old), normalizeContent(changed), part, comparison);
  }
}

/** The media type that clients send and ask for if they do not choose one: JSON, else the first one. */
function findUsual(content: readonly MediaType[]): string | undefined {
  const types = content.map(({ mediaType }) => normalizeMediaType(mediaType));
  return types.find((type) => /[/+]json(?:;|$)/.test(type)) ?? types[0];
}

function isType({ mediaType }: MediaType, type: string | undefined): boolean {
  return normalizeMediaType(mediaType) === type;
}

/**
 * Finds a new media type with which callers of an old one still get along: the same one with other parameters, a wider range
 * for requests, and a narrower one for answers.
 */
function findCovering(
  old: string,
  added: readonly (readonly [name: string, content: MediaType])[],
  isForRequest: boolean,
): readonly [name: string, content: MediaType | undefined, kind: string] {
  const direction = isForRequest ? "request" : "response";
  for (const [name, content] of added) {
    const [widens, narrows] = [coversMediaType(name, old), coversMediaType(old, name)];
    if (widens && narrows) {
      return [name, content, `${direction}-media-type-parameters-changed`];
    }
    if (isForRequest ? widens : narrows) {
      return [name, content, `${direction}-media-type-${isForRequest ? "widened" : "narrowed"}`];
    }
  }
  return ["", undefined, ""];
}

/** A schema that everything fits is the same as none. */
function omitOpen(
  before: Schema | undefined,
  after: Schema | undefined,
): readonly [before: Schema | undefined, after: Schema | undefined] {
  const alone = before === undefined ? after : after === undefined ? before : undefined;
  const isOpen = alone !== undefined && allowsAnything(viewSchema(alone));
  return isOpen ? [undefined, undefined] : [before, after];
}

function compareMediaTypes(
  before: MediaType,
  after: MediaType,
  part: Part,
  comparison: Comparison,
): void {
  for (const member of ["schema", "itemSchema"] as const) {
    const [from, to] = omitOpen(before[member], after[member]);
    if (from !== undefined && to !== undefined) {
      const place = member === "schema" ? part.place : `${part.place}[]`;
      compareSchemas(from, to, { above: part, place, comparison });
    } else if (from !== undefined) {
      const kind = `${part.direction}-media-type-schema-removed`;
      part.found.push({ kind, before: from.location });
    } else if (to !== undefined) {
      const kind = `${part.direction}-media-type-schema-added`;
      part.found.push({ kind, after: to.location });
    }
  }
  if (before.streamTerminator !== after.streamTerminator) {
    part.found.push({
      kind: "media-type-stream-terminator-changed",
      values: showPair(before.streamTerminator, after.streamTerminator),
    });
  }
  const formats = showFormats(before, after);
  if (formats !== undefined) {
    part.found.push({ kind: "media-type-array-format-changed", values: formats });
  }
  if (!isSameValue(before.examples, after.examples)) {
    part.found.push({ kind: "media-type-examples-changed" });
  }
  for (const name of new Set([...before.encoding.keys(), ...after.encoding.keys()])) {
    const [from, to] = [normalizeEncoding(name, before), normalizeEncoding(name, after)];
    const kind = compareEncodings(from, to, part);
    if (kind !== undefined) {
      part.found.push({ kind, values: { name: quoteName(name) } });
    }
  }
}

/** The kind of change between two encodings of a property. Undefined if they are the same. */
function compareEncodings(
  { headers: from = new Map(), contentTypes: old, ...before }: EncodingForm,
  { headers: to = new Map(), contentTypes: types, ...after }: EncodingForm,
  { direction }: Part,
): string | undefined {
  const { both, removed, added } = matchMaps<Header>(from, to);
  const isSame =
    isSameValue(before, after) &&
    removed.length + added.length === 0 &&
    both.every(
      ([, left, right]) =>
        left.required === right.required &&
        isSameValue(normalizeHeader(left), normalizeHeader(right)) &&
        isSameSchema(left.schema, right.schema, direction),
    );
  if (!isSame) {
    return "media-type-encoding-changed";
  }
  if (isSameValue(old, types)) {
    return undefined;
  }
  const includesAll = (all: readonly string[] = [], some: readonly string[] = []): boolean =>
    some.length > 0 && some.every((type) => all.some((range) => coversMediaType(range, type)));
  const works = direction === "request" ? includesAll(types, old) : includesAll(old, types);
  return works ? "media-type-encoding-extended" : "media-type-encoding-changed";
}
