import { expect, test } from "vitest";
import { modelOf } from "../../../test/client-project.ts";
import { idempotencyKeyOf, layOutInput } from "./input-layout.ts";

/** `location name` of parameters, in the order given; a `*` marks those that are grouped. */
function layOut(parameters: readonly string[], withBody = false): string[] {
  const path = parameters
    .filter((text) => text.startsWith("path "))
    .map((text) => `{${text.slice(5)}}`);
  const { operations } = modelOf({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {
      [`/x/${path.join("/")}`]: {
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

test("parameters with names of their own are flat", () => {
  expect(layOut(["path id", "query limit", "cookie session"])).toEqual([
    "path id",
    "query limit",
    "cookie session",
  ]);
});

test("parameters of one name in several locations are grouped, the others stay flat", () => {
  expect(layOut(["path id", "query id", "query limit"])).toEqual([
    "path id*",
    "query id*",
    "query limit",
  ]);
});

test("a parameter that is called body is grouped only beside a body", () => {
  expect(layOut(["query body"])).toEqual(["query body"]);
  expect(layOut(["query body"], true)).toEqual(["query body*"]);
});

test("a parameter that is called as a group that exists is grouped too, and so on", () => {
  expect(layOut(["query body", "path query", "header path"], true)).toEqual([
    "query body*",
    "path query*",
    "header path*",
  ]);
  expect(layOut(["query path", "header query"])).toEqual(["query path", "header query"]);
});

test("headers that a document cannot describe are left out", () => {
  expect(
    layOut(["header Accept", "header content-type", "header Authorization", "header X-A"]),
  ).toEqual(["header X-A"]);
});

test("the idempotency key is found whatever its case, and only among headers", () => {
  const { operations } = modelOf({
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
  expect(operations.map((operation) => idempotencyKeyOf(layOutInput(operation))?.in)).toEqual([
    "header",
  ]);
});
