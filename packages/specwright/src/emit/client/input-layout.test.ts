import { expect, test } from "vitest";
import { fc } from "../../../../../test/support/fast-check.ts";
import { openModel } from "../../../test/client-project.ts";
import { findIdempotencyKey, layOutInput } from "./input-layout.ts";

/** `location name` of each parameter, in the given order. A `*` marks the grouped ones. */
function layOut(
  parameters: readonly string[],
  withBody = false,
  path = pathWith(parameters),
): string[] {
  const { operations } = openModel({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {
      [path]: {
        post: {
          parameters: parameters.map((text) => {
            const [location, name] = text.split(" ");
            return { name, in: location, required: location === "path", schema: {} };
          }),
          ...(withBody && { requestBody: { content: { "text/plain": {} } } }),
          responses: {},
        },
      },
    },
  });
  return operations
    .flatMap(layOutInput)
    .map(({ parameter, grouped }) => `${parameter.in} ${parameter.name}${grouped ? "*" : ""}`);
}

/** A path that contains all the given path parameters. */
function pathWith(parameters: readonly string[]): string {
  const names = parameters.filter((text) => text.startsWith("path ")).map((text) => text.slice(5));
  return `/x${names.map((name) => `/{${name}}`).join("")}`;
}

test("path and query parameters are flat, headers and cookies are below their location", () => {
  expect(layOut(["path id", "query limit", "header X-Trace", "cookie session"])).toEqual([
    "path id",
    "query limit",
    "header X-Trace*",
    "cookie session*",
  ]);
});

test("a query parameter with the name of a path parameter is below query, and the path parameter stays flat", () => {
  expect(layOut(["path id", "query id", "header id"])).toEqual([
    "path id",
    "query id*",
    "header id*",
  ]);
});

test("a path or query parameter named like a member of the input is grouped, whether or not this input has that member", () => {
  const names = ["body", "contentType", "path", "query", "querystring", "header", "cookie"];
  for (const name of names) {
    for (const withBody of [false, true]) {
      expect(layOut([`query ${name}`], withBody)).toEqual([`query ${name}*`]);
      expect(layOut([`path ${name}`], withBody)).toEqual([`path ${name}*`]);
    }
  }
});

test("a path parameter that the path does not have is below path, beside a query parameter of its name", () => {
  expect(layOut(["path id", "query id"], false, "/x")).toEqual(["path id*", "query id"]);
});

test("adding any parameter to any operation keeps the place of all others", () => {
  const name = fc.constantFrom("id", "body", "query", "header", "path", "contentType", "limit");
  const parameter = fc
    .tuple(fc.constantFrom("path", "query", "header", "cookie"), name)
    .map((pair) => pair.join(" "));
  const parameters = fc.uniqueArray(parameter, { maxLength: 8 });
  fc.assert(
    fc.property(parameters, parameter, fc.boolean(), (before, added, withBody) => {
      const path = pathWith(before);
      const places = layOut(before, withBody, path);
      const after = layOut([...new Set([...before, added])], withBody, path);
      expect(after).toEqual(expect.arrayContaining(places));
      const members = after.map((place) =>
        place.endsWith("*") ? place : place.slice(place.indexOf(" ") + 1),
      );
      expect(new Set(members).size).toBe(after.length);
      expect(layOut(before, !withBody, path)).toEqual(places);
    }),
  );
});

test("headers that a document cannot describe are left out", () => {
  expect(
    layOut(["header Accept", "header content-type", "header Authorization", "header X-A"]),
  ).toEqual(["header X-A*"]);
});

test("the idempotency key is found whatever its case, and only among headers", () => {
  const { operations } = openModel({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {
      "/x": {
        post: {
          parameters: [
            { name: "Idempotency-Key", in: "query", schema: {} },
            { name: "idempotency-key", in: "header", schema: {} },
          ],
          responses: {},
        },
      },
    },
  });
  expect(operations.map((operation) => findIdempotencyKey(layOutInput(operation))?.in)).toEqual([
    "header",
  ]);
});
