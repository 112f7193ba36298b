import { expect, test } from "vitest";
import { createMatcher, listTemplateNames } from "./match.ts";

const matcher = (...routes: readonly string[]) =>
  createMatcher(
    routes.map((route) => {
      const space = route.indexOf(" ");
      return { method: route.slice(0, space), path: route.slice(space + 1), route };
    }),
  );

/** The match of a request: the route and the texts of its path parameters. */
function find(routes: readonly string[], method: string, path: string): unknown {
  const [before = "", query = ""] = path.split("?");
  const match = matcher(...routes)(before, query);
  const route = match?.methods.get(method);
  return route === undefined ? match?.allow : [route, ...(match?.values ?? [])];
}

test("a literal segment wins over a template, whatever the order, and the method is looked at only then", () => {
  const routes = ["GET /tools/{slug}", "POST /tools/multi", "GET /tools"];
  expect(find(routes, "GET", "/tools/multi")).toBe("POST, OPTIONS");
  expect(find(routes, "POST", "/tools/multi")).toEqual(["POST /tools/multi"]);
  expect(find(routes, "GET", "/tools/other")).toEqual(["GET /tools/{slug}", "other"]);
  expect(find(routes, "GET", "/tools")).toEqual(["GET /tools"]);
});

test("a literal that leads nowhere gives way to a template", () => {
  const routes = ["GET /a/b/c", "GET /a/{x}/d", "GET /{y}/b/e"];
  expect(find(routes, "GET", "/a/b/d")).toEqual(["GET /a/{x}/d", "b"]);
  expect(find(routes, "GET", "/a/b/e")).toEqual(["GET /{y}/b/e", "a"]);
  expect(find(routes, "GET", "/a/b/f")).toBeUndefined();
});

test("Allow lists HEAD with GET, and OPTIONS", () => {
  expect(find(["GET /x", "DELETE /x"], "PUT", "/x")).toBe("GET, HEAD, DELETE, OPTIONS");
});

test.each([
  ["/files/report.pdf", ["GET /files/{name}.{extension}", "report", "pdf"]],
  ["/files/a.b.c", ["GET /files/{name}.{extension}", "a", "b.c"]],
  ["/files/v12", ["GET /files/v{version}", "12"]],
  ["/files/7:copy", ["GET /files/{id}:copy", "7"]],
  ["/files/.pdf", ["GET /files/{id}", ".pdf"]],
  ["/files/plain", ["GET /files/{id}", "plain"]],
])("templates inside a segment: %s", (path, expected) => {
  const routes = [
    "GET /files/{id}",
    "GET /files/{name}.{extension}",
    "GET /files/v{version}",
    "GET /files/{id}:copy",
  ];
  expect(find(routes, "GET", path)).toEqual(expected);
});

test("of templates inside a segment, the one with the most text wins, whatever the order", () => {
  const routes = ["GET /{name}-{number}", "GET /{name}-v{number}", "GET /{all}-"];
  expect(find(routes, "GET", "/a-v1")).toEqual([routes[1], "a", "1"]);
  expect(find(routes.toReversed(), "GET", "/a-v1")).toEqual([routes[1], "a", "1"]);
  expect(find(routes, "GET", "/a-1")).toEqual([routes[0], "a", "1"]);
});

test("a template that leads nowhere leaves no value to the one that is taken", () => {
  const routes = ["GET /{a}-{b}/x", "GET /{c}/{d}/y", "GET /{e}/z/{f}"];
  expect(find(routes, "GET", "/1-2/3/y")).toEqual([routes[1], "1-2", "3"]);
  expect(find(routes, "GET", "/1-2/z/4")).toEqual([routes[2], "1-2", "4"]);
});

test("percent-encoding makes no difference to literals and is left to templates", () => {
  const routes = ["GET /café/x y", "GET /tools/enum", "GET /tools/{slug}"];
  expect(find(routes, "GET", "/caf%C3%A9/x%20y")).toEqual(["GET /café/x y"]);
  expect(find(routes, "GET", "/tools/%65num")).toEqual(["GET /tools/enum"]);
  expect(find(routes, "GET", "/tools/a%2Fb")).toEqual(["GET /tools/{slug}", "a%2Fb"]);
  expect(find(routes, "GET", "/tools/%zz")).toEqual(["GET /tools/{slug}", "%zz"]);
});

test.each(["/tools/", "/tools/.", "/tools/..", "/tools/%2e%2E", "//", "/tools/a/", "tools/a", ""])(
  "a template takes no empty and no dot segment: %s",
  (path) => {
    expect(find(["GET /tools/{slug}"], "GET", path)).toBeUndefined();
  },
);

test("a trailing slash is another path", () => {
  expect(find(["GET /a/", "POST /a"], "GET", "/a/")).toEqual(["GET /a/"]);
  expect(find(["GET /a/", "POST /a"], "GET", "/a")).toBe("POST, OPTIONS");
  expect(find(["GET /"], "GET", "/")).toEqual(["GET /"]);
});

test("path templates that differ only in names are one path", () => {
  const routes = ["GET /x/{id}", "DELETE /x/{name}"];
  expect(find(routes, "DELETE", "/x/1")).toEqual(["DELETE /x/{name}", "1"]);
});

test("a long segment of separators is matched in linear time", () => {
  // With quadratic time this would not finish.
  const path = `/${"-".repeat(1_000_000)}`;
  expect(find(["GET /{a}-{b}-{c}-{d}-{e}!"], "GET", path)).toBeUndefined();
});

test("template names are those of the path, in order", () => {
  expect(listTemplateNames("/a/{x}/{y}.{z}")).toEqual(["x", "y", "z"]);
});

test("a query in a path of the document is a condition: the operation with the most of them wins", () => {
  const routes = [
    "GET /responses/{id}",
    "GET /responses/{id}?beta=true",
    "GET /responses/{id}?beta=true&mode=a%20b",
    "POST /responses/{id}?beta=true",
  ];
  expect(find(routes, "GET", "/responses/1")).toEqual([routes[0], "1"]);
  expect(find(routes, "GET", "/responses/1?beta=false")).toEqual([routes[0], "1"]);
  expect(find(routes, "GET", "/responses/1?more=1&beta=true")).toEqual([routes[1], "1"]);
  expect(find(routes, "GET", "/responses/1?%62eta=tru%65&mode=a+b")).toEqual([routes[2], "1"]);
  expect(find(routes, "POST", "/responses/1?beta=true")).toEqual([routes[3], "1"]);
  expect(find(routes, "POST", "/responses/1")).toBe("GET, HEAD, POST, OPTIONS");
});

test("an operation whose query only some requests have takes no other method's place", () => {
  const routes = ["GET /a", "POST /a?beta=true"];
  expect(find(routes, "GET", "/a?beta=true")).toEqual(["GET /a"]);
});

test("a path whose conditions no query fits gives way to a template", () => {
  const routes = ["POST /a/compact?beta=true", "POST /a/{id}"];
  expect(find(routes, "POST", "/a/compact?beta=true")).toEqual([routes[0]]);
  expect(find(routes, "POST", "/a/compact")).toEqual([routes[1], "compact"]);
  expect(find(["POST /a?beta=true"], "POST", "/a")).toBeUndefined();
});

test("a parameter in the query of a path asks for any value, and a fragment for nothing", () => {
  const routes = ["GET /a?key={id}", "GET /a", "GET /b#first", "GET /{x?y}"];
  expect(find(routes, "GET", "/a?key=1")).toEqual([routes[0]]);
  expect(find(routes, "GET", "/a")).toEqual([routes[1]]);
  expect(find(routes, "GET", "/b")).toEqual([routes[2]]);
  expect(find(routes, "GET", "/c")).toEqual([routes[3], "c"]);
  expect(listTemplateNames("/a/{x}?key={id}#{z}")).toEqual(["x"]);
});
