import type { Model, Operation } from "../../document/model/model.ts";
import { splitPathKey } from "../../document/model/path-key.ts";

/**
 * The order in which handlers are asked: from left to right, a segment of text comes before one with a parameter, and a
 * path with conditions on its query before the same path without.
 */
export function comparePaths(left: Operation, right: Operation): number {
  const [one, other] = [left, right].map(({ path }) => splitPathKey(path));
  const [rankedOne, rankedOther] = [rankSegments(one?.path), rankSegments(other?.path)];
  return rankedOne === rankedOther
    ? (other?.query.length ?? 0) - (one?.query.length ?? 0)
    : rankedOne < rankedOther
      ? -1
      : 1;
}

/** A digit for each segment: the more text it has, the lower. */
function rankSegments(path = ""): string {
  return path
    .split("/")
    .map((segment) => (!segment.includes("{") ? 0 : /^\{[^{}]*\}$/.test(segment) ? 2 : 1))
    .join("");
}

/**
 * The paths whose requests a path with parameters must leave to other operations: `/pets/mine` for `/pets/{id}`. Handlers
 * that a test adds come before all others, so their order is not enough.
 */
export function listPathsWithin(model: Model, path: string): readonly string[] {
  const segments = path.split("/");
  if (!path.includes("{")) {
    return [];
  }
  const own = rankSegments(path);
  const found = model.paths
    .map((item) => splitPathKey(item.path).path)
    .filter((other) => {
      const others = other.split("/");
      return (
        others.length === segments.length &&
        rankSegments(other) < own &&
        others.every((segment, index) => mayMeet(segments[index] ?? "", segment))
      );
    });
  return [...new Set(found)];
}

/** Returns whether a text may match both segments. Of those with parameters, any two may. */
function mayMeet(one: string, other: string): boolean {
  return one.includes("{")
    ? other.includes("{") || mayBe(one, other)
    : one === other || (other.includes("{") && mayBe(other, one));
}

/** Returns whether a text begins and ends as a segment with parameters does. A parameter is not empty. */
function mayBe(segment: string, text: string): boolean {
  const [start = "", ...others] = segment.split(/\{[^{}]*\}/);
  const end = others.at(-1) ?? "";
  return text.startsWith(start) && text.endsWith(end) && text.length > start.length + end.length;
}
