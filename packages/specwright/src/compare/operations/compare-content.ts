import type { MediaType } from "../../document/model/model.ts";
import { quoteName } from "../../text/code-span.ts";
import {
  type Comparison,
  isSameValue,
  matchMaps,
  type Part,
  showPair,
} from "../compare/comparison.ts";
import { compareSchemas } from "../schemas/compare-schema.ts";
import { showFormats } from "./array-formats.ts";

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
  const indexContentByType = (content: readonly MediaType[]): ReadonlyMap<string, MediaType> =>
    new Map(content.map((each) => [each.mediaType.toLowerCase().replace(/\s/g, ""), each]));
  const { both, removed, added } = matchMaps(indexContentByType(before), indexContentByType(after));
  for (const [name] of removed) {
    part.found.push({ kind: kinds.removed, values: { name: quoteName(name) } });
  }
  for (const [name] of added) {
    part.found.push({ kind: kinds.added, values: { name: quoteName(name) } });
  }
  for (const [, old, changed] of both) {
    compareMediaTypes(old, changed, part, comparison);
  }
}

function compareMediaTypes(
  before: MediaType,
  after: MediaType,
  part: Part,
  comparison: Comparison,
): void {
  for (const member of ["schema", "itemSchema"] as const) {
    const [from, to] = [before[member], after[member]];
    if (from !== undefined && to !== undefined) {
      const place = member === "schema" ? part.place : `${part.place}[]`;
      compareSchemas(from, to, { above: part, place, comparison });
    } else if (from !== undefined) {
      part.found.push({ kind: "media-type-schema-removed", before: from.location });
    } else if (to !== undefined) {
      part.found.push({ kind: "media-type-schema-added", after: to.location });
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
    if (!isSameValue(before.encoding.get(name), after.encoding.get(name))) {
      part.found.push({ kind: "media-type-encoding-changed", values: { name: quoteName(name) } });
    }
  }
}
