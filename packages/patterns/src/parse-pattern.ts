import { type Cursor, scan } from "./cursor.ts";

/** A part of a regular expression, reduced to the data that determines how many ways there are to match a string. */
export type PatternNode =
  | { readonly kind: "empty" }
  /** Nothing, and only where the text begins. */
  | { readonly kind: "start" }
  /** One character. `source` is a regular expression that matches it. */
  | { readonly kind: "character"; readonly source: string }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly PatternNode[] }
  | {
      readonly kind: "repeat";
      readonly part: PatternNode;
      readonly minimum: number;
      readonly maximum: number;
    };

/** A parsed pattern: the node for the text that it matches, and the nodes of its assertions. */
export interface ParsedPattern {
  readonly node: PatternNode;
  readonly assertions: readonly PatternNode[];
}

/**
 * Parses a pattern that the engine accepts (ECMA-262, section 22.2.1). `$` is represented by a character that no text
 * contains, because nothing can follow the end. Other assertions and references to groups are treated as empty, which
 * does not change the ways of matching the rest.
 *
 * @example
 * ```ts
 * import { parsePattern } from "@specwright/patterns";
 *
 * parsePattern("^a").node; // => { kind: "sequence", parts: [{ kind: "start" }, { kind: "character", source: "a" }] }
 * ```
 */
export function parsePattern(pattern: string): ParsedPattern {
  const parser: Parser = { pattern, offset: 0, assertions: [] };
  return { node: parseChoice(parser), assertions: parser.assertions };
}

/** Returns whether a match always begins at the start of the text. */
export function isAnchored(node: PatternNode): boolean {
  switch (node.kind) {
    case "start":
      return true;
    case "empty":
    case "character":
      return false;
    case "choice":
      return node.parts.every(isAnchored);
    case "repeat":
      return node.minimum > 0 && isAnchored(node.part);
    case "sequence": {
      const first = node.parts.find(({ kind }) => kind !== "empty");
      return first !== undefined && isAnchored(first);
    }
    default:
      return node satisfies never;
  }
}

interface Parser extends Cursor {
  readonly assertions: PatternNode[];
}

const empty: PatternNode = { kind: "empty" };

function parseChoice(parser: Parser): PatternNode {
  const parts = [parseSequence(parser)];
  while (scan(parser, /\|/y) !== undefined) {
    parts.push(parseSequence(parser));
  }
  const [only = empty] = parts;
  return parts.length === 1 ? only : { kind: "choice", parts };
}

function parseSequence(parser: Parser): PatternNode {
  const parts: PatternNode[] = [];
  while (
    parser.offset < parser.pattern.length &&
    !/[|)]/.test(parser.pattern[parser.offset] ?? "")
  ) {
    parts.push(parseQuantified(parser));
  }
  return { kind: "sequence", parts };
}

function parseQuantified(parser: Parser): PatternNode {
  const part = parseAtom(parser);
  const quantifier = scan(parser, /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y);
  if (quantifier === undefined) {
    return part;
  }
  const [text, least, comma, most] = quantifier;
  if (least !== undefined) {
    const minimum = Number(least);
    const maximum = most ? Number(most) : comma ? Number.POSITIVE_INFINITY : minimum;
    return { kind: "repeat", part, minimum, maximum };
  }
  const maximum = text.startsWith("?") ? 1 : Number.POSITIVE_INFINITY;
  return { kind: "repeat", part, minimum: text.startsWith("+") ? 1 : 0, maximum };
}

function parseAtom(parser: Parser): PatternNode {
  if (scan(parser, /\^/y) !== undefined) {
    return { kind: "start" };
  }
  if (scan(parser, /\$/y) !== undefined) {
    return { kind: "character", source: "[]" };
  }
  if (scan(parser, /\\[bB]|\\[1-9]\d*|\\k<[^>]*>/y) !== undefined) {
    return empty;
  }
  const group = scan(parser, /\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?/y);
  if (group !== undefined) {
    const inside = parseChoice(parser);
    scan(parser, /\)/y);
    if (/[=!]$/.test(group[0])) {
      parser.assertions.push(inside);
      return empty;
    }
    return inside;
  }
  const source = scan(
    parser,
    /\[(?:\\.|[^\]\\])*\]|\\(?:[pPu]\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|.)|./isuy,
  );
  return { kind: "character", source: source?.[0] ?? "" };
}
