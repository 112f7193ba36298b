import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../../../../test/temporary-folder.ts";
import { openDocument } from "../../../read/open-document.ts";
import { buildModel } from "../build-model.ts";

const ok = { responses: { 200: { description: "ok" } } };

/** The reports about identical paths: severity, place, related place. */
function report(paths: object): unknown[] {
  const folder = makeTemporaryFolder({ "a.json": JSON.stringify({ openapi: "3.1.0", paths }) });
  const problems = buildModel(openDocument("a.json", { folder })).diagnostics;
  return problems
    .filter(({ code }) => code === "identical-paths")
    .map(({ severity, pointer, related }) => [severity, pointer, related?.pointer]);
}

test("two paths that differ only in the names of parameters are a warning at both places when they share a method", () => {
  const paths = { "/a/{x}/b": { put: ok, get: ok }, "/a/{y}/b": { get: ok } };
  const places = ["/paths/~1a~1{y}~1b/get", "/paths/~1a~1{x}~1b/get"];
  expect(report(paths)).toEqual([["warning", ...places]]);
});

test("identical paths are a warning when their methods differ, as in GitHub's document", () => {
  expect(report({ "/a/{x}": { delete: ok }, "/a/{y}": { get: ok } })).toEqual([
    ["warning", "/paths/~1a~1{y}", "/paths/~1a~1{x}"],
  ]);
});

test("of three, each is held against those before it", () => {
  expect(report({ "/{a}": { get: ok }, "/{b}": { put: ok }, "/{c}": { put: ok } })).toEqual([
    ["warning", "/paths/~1{b}", "/paths/~1{a}"],
    ["warning", "/paths/~1{c}/put", "/paths/~1{b}/put"],
  ]);
});

test("paths that differ in a literal, a query or a fragment are not identical", () => {
  const keys = ["/a/{x}", "/a/{y}.json", "/a/{y}?b=1", "/a/{y}#c", "/a/b", "/a/{x}/"];
  expect(report(Object.fromEntries(keys.map((key) => [key, { get: ok }])))).toEqual([]);
});
