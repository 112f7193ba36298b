import type { Schema } from "../../document/model/model.ts";
import { showPair } from "../compare/comparison.ts";
import type { SchemaContext } from "./compare-schema.ts";

/** Compares the formats of two schemas. A format that includes the other one is wider; some say nothing about values. */
export function compareFormats(
  before: Schema,
  after: Schema,
  addNote: SchemaContext["addNote"],
): void {
  if (before.format === after.format) {
    return;
  }
  const [from, to] = [findLimit(before), findLimit(after)];
  addNote(`format-${nameFormatChange(from, to)}`, showPair(before.format, after.format));
}

function nameFormatChange(from: string | undefined, to: string | undefined): string {
  if (from === to) {
    return "hint-changed";
  }
  if (from === undefined) {
    return "added";
  }
  if (to === undefined) {
    return "removed";
  }
  return includesFormat(to, from) ? "widened" : includesFormat(from, to) ? "narrowed" : "changed";
}

/** The format of a schema. Undefined for those that every value has: all numbers of JSON are doubles. */
function findLimit({ format }: Schema): string | undefined {
  return format === "password" || format === "double" ? undefined : format;
}

/** Returns whether every value of a format has another one too. */
function includesFormat(wide: string, narrow: string): boolean {
  if (widerTexts.get(narrow)?.includes(wide) === true) {
    return true;
  }
  const [outer, inner] = [readIntegers(wide), readIntegers(narrow)];
  if (inner === undefined) {
    return false;
  }
  return outer === undefined
    ? wide === "float"
    : outer.least <= inner.least && outer.most >= inner.most;
}

/** For a format of texts, those that include it. */
const widerTexts: ReadonlyMap<string, readonly string[]> = new Map([
  ["uri", ["uri-reference", "iri", "iri-reference"]],
  ["uri-reference", ["iri-reference"]],
  ["iri", ["iri-reference"]],
  ["email", ["idn-email"]],
  ["hostname", ["idn-hostname"]],
]);

/** The integers of a format such as `uint8`. Undefined for other formats. */
function readIntegers(
  format: string,
): { readonly least: number; readonly most: number } | undefined {
  const [, sign, bits] = /^(u?)int(8|16|32|64)$/.exec(format) ?? [];
  if (bits === undefined) {
    return undefined;
  }
  const size = 2 ** Number(bits);
  return sign === "u" ? { least: 0, most: size - 1 } : { least: -size / 2, most: size / 2 - 1 };
}
