import { isObject } from "../../../../json-object.ts";
import type { SourceDocument } from "../../../read/open-document.ts";
import { findMember, type Raw } from "../context/raw.ts";

/**
 * Returns whether two parts of a document mean the same. They have the same values, in any order of keys. Their
 * references lead to the same place, or to parts that mean the same. Keywords that identify a part (such as `$id` or
 * `$anchor`), and references that use them, have a different meaning in each place, so such parts are never the same.
 */
export function meanTheSame(left: Raw, right: Raw, document: SourceDocument): boolean {
  const run: Comparison = { document, assumed: new Set(), budget: maximumParts };
  return compare(left, right, run);
}

interface Comparison {
  readonly document: SourceDocument;
  /** Pairs of places whose comparison has begun. A circle ends at a pair that is in this set. */
  readonly assumed: Set<string>;
  /** How many parts may still be compared. */
  budget: number;
}

/** Parts that need more comparisons than this count as different. */
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
  const [from, to] = [findMember(left, name)?.value, findMember(right, name)?.value];
  if (typeof from !== "string" || typeof to !== "string") {
    return compareMembers(left, right, name, run);
  }
  // A string in a mapping is a reference, or a name that means the same in every file.
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
  const [from, to] = [findMember(left, key), findMember(right, key)];
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
