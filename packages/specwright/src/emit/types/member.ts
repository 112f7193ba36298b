import { escapePropertyKey } from "../shared/escape/property-key.ts";
import type { DocText } from "../shared/print/doc-comment.ts";
import { renderDocComment } from "../shared/print/doc-comment.ts";

/** A property of an object type. */
export interface Member {
  readonly name: string;
  readonly type: string;
  readonly optional?: boolean;
  readonly readonly?: boolean | undefined;
  readonly doc?: DocText;
}

/** A property with its comment, as complete lines. */
export function renderMember(member: Member, indent: string): string {
  const comment = member.doc === undefined ? "" : renderDocComment(member.doc, indent);
  const modifier = member.readonly === true ? "readonly " : "";
  const mark = member.optional === true ? "?" : "";
  return `${comment}${indent}${modifier}${escapePropertyKey(member.name)}${mark}: ${member.type};\n`;
}

/** An object type over several lines. */
export function renderBlock(members: readonly string[], indent: string): string {
  return `{\n${members.join("")}${indent}}`;
}

/**
 * Entries in the document's order. With `alphabetize`, sorted by name, by code units, so that the order does not depend
 * on the locale.
 */
export function sortIfWanted<Value>(
  items: Iterable<readonly [string, Value]>,
  alphabetize: boolean | undefined,
): readonly (readonly [string, Value])[] {
  const entries = [...items];
  return alphabetize === true
    ? entries.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    : entries;
}
