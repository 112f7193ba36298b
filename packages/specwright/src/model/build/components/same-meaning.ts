import { isObject } from "../../../json-object.ts";
import type { SourceDocument } from "../../../read/open-document.ts";
import { member, type Raw } from "../context/raw.ts";

/**
 * Returns whether two parts of a document mean the same: the same values in any order of their keys, with references to the
 * same places or to parts that mean the same. A keyword that identifies a part means something else in each place, and so
 * does a reference by it.
 */
export function meanTheSame(left: Raw, right: Raw, document: SourceDocument): boolean {
  const run: Comparison = { document, assumed: new Set(), budget: maximumParts };
  return compare(left, right, run);
}

interface Comparison {
  readonly document: SourceDocument;
  /** Pairs of places that are being compared, or were: circles close on them. */
  readonly assumed: Set<string>;
  /** How many parts may still be looked at. */
  budget: number;
}

/** Parts that take longer to compare are distinguished. */
const maximumParts = 10_000;

function compare(left: Raw, right: Raw, run: Comparison): boolean {
  run.budget -= 1;
  if (run.budget < 0) {
    return false;
  }
  if (left.file === right.file && left.pointer === right.pointer) {
    return true;
  }
  const [a, b] = [left.value, right.value];
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((_, index) => compareMembers(left, right, index, run));
  }
  if (!isObject(a) || !isObject(b)) {
    return a === b;
  }
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && compareKeyword(left, right, name, run))
  );
}

function compareKeyword(left: Raw, right: Raw, name: string, run: Comparison): boolean {
  const [from, to] = [member(left, name)?.value, member(right, name)?.value];
  if (typeof from !== "string" || typeof to !== "string") {
    return compareMembers(left, right, name, run);
  }
  // Strings of a mapping are references, or names that mean the same anywhere.
  const isMapped = /\/discriminator\/mapping$/.test(left.pointer) && /[#/.]/.test(from);
  if (name === "$ref" || isMapped) {
    return compareTargets(from, to, left, right, run);
  }
  return from === to && !identifying.has(name);
}

const identifying: ReadonlySet<string> = new Set([
  "$id",
  "$anchor",
  "$dynamicAnchor",
  "$dynamicRef",
]);

function compareMembers(left: Raw, right: Raw, key: string | number, run: Comparison): boolean {
  const [from, to] = [member(left, key), member(right, key)];
  return from !== undefined && to !== undefined && compare(from, to, run);
}

function compareTargets(from: string, to: string, left: Raw, right: Raw, run: Comparison): boolean {
  const [first, second] = [run.document.resolve(from, left), run.document.resolve(to, right)];
  if (first === undefined || second === undefined || "code" in first || "code" in second) {
    return false;
  }
  const pair = [first, second].map(({ file, pointer }) => `${file.path}#${pointer}`).join("\n");
  if (run.assumed.has(pair)) {
    return true;
  }
  run.assumed.add(pair);
  return compare(first, second, run);
}
