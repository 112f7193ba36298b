import { expect, test } from "vitest";
import { findCircles } from "./find-circles.ts";

test("nodes that lead to each other are a group, after the nodes to which they lead", () => {
  const uses: Readonly<Record<string, readonly string[]>> = {
    a: ["b"],
    b: ["c"],
    c: ["b", "d"],
    d: [],
    e: ["e", "a"],
  };
  expect(findCircles(Object.keys(uses), (node) => uses[node] ?? [])).toEqual([
    ["d"],
    ["b", "c"],
    ["a"],
    ["e"],
  ]);
});
