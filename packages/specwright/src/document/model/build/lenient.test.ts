import { expect, test } from "vitest";
import { buildFiles } from "../../../../test/build-model-from.ts";
import { buildLenient } from "../../../../test/lenient.ts";
import { makeTemporaryFolder } from "../../../../test/temporary-folder.ts";
import { openDocument } from "../../read/open-document.ts";
import { buildModel } from "./build-model.ts";

const ok = { responses: { 200: { description: "ok" } } };

test("a name in a path without a parameter is a parameter of type string, of the operations that lack it", () => {
  const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  const { model, reported } = buildLenient({
    paths: { "/a/{id}/{b}": { get: { ...ok, parameters: [id] }, put: ok, parameters: [] } },
    webhooks: { "{id}": { post: ok } },
  });
  const declared = model.operations.map(({ parameters }) =>
    parameters.map(({ value }) => [value.name, value.in, value.required, value.schema.types]),
  );
  expect(declared).toEqual([
    [
      ["id", "path", true, ["integer"]],
      ["b", "path", true, ["string"]],
    ],
    [
      ["id", "path", true, ["string"]],
      ["b", "path", true, ["string"]],
    ],
  ]);
  expect(reported).toEqual([
    ["missing-path-parameter", "/paths/~1a~1{id}~1{b}/get"],
    ["missing-path-parameter", "/paths/~1a~1{id}~1{b}/put"],
    ["missing-path-parameter", "/paths/~1a~1{id}~1{b}/put"],
  ]);
});

test("types can do without the parameters that paths imply, and keep statuses that do not exist", () => {
  const document = {
    openapi: "3.1.0",
    paths: { "/a/{id}": { get: { responses: { sometimes: { description: "" } } } } },
  };
  const folder = makeTemporaryFolder({ "a.json": JSON.stringify(document) });
  const build = (tolerated: readonly string[]) =>
    buildModel(openDocument("a.json", { folder }), { tolerated }).model.operations[0];
  const types = build(["missing-path-parameter", "invalid-status"]);
  expect([types?.parameters, [...(types?.responses.keys() ?? [])]]).toEqual([[], ["sometimes"]]);
});

test("an operationId that is taken is dropped, so that the first operation keeps its name", () => {
  const { model, reported } = buildLenient({
    paths: {
      "/a": { get: { operationId: "same", ...ok }, put: { operationId: "same", ...ok } },
    },
  });
  expect(model.operations.map(({ name, operationId }) => [name, operationId])).toEqual([
    ["same", "same"],
    ["putA", undefined],
  ]);
  expect(reported).toEqual([["duplicate-operation-id", "/paths/~1a/put/operationId"]]);
});

test("of duplicates the first counts, and empty members and those that cannot be sent are left out", () => {
  const { model, reported } = buildLenient({
    paths: {
      "/a": {
        get: {
          parameters: [
            { name: "q", in: "query", schema: { type: "string" } },
            { name: "q", in: "query", schema: { type: "integer" } },
            { name: "b", in: "body" },
          ],
          "x-pagination": { resultsPath: "data" },
          responses: { 204: null, 200: { description: "ok" } },
        },
      },
      "/b": null,
    },
    components: { schemas: { Later: null, A: { type: "object", properties: { a: null } } } },
  });
  const [operation] = model.operations;
  expect(operation?.parameters.map(({ value }) => value.schema.types)).toEqual([["string"]]);
  expect(operation?.responses.get("204")?.value).toMatchObject({ description: "", content: [] });
  expect(operation?.pagination).toBeUndefined();
  expect(model.components.schemas.get("Later")).toMatchObject({ boolean: true });
  expect(reported).toEqual([
    ["duplicate-parameter", "/paths/~1a/get/parameters/1"],
    ["invalid-parameter", "/paths/~1a/get/parameters/2"],
    ["invalid-structure", "/paths/~1a/get/responses/204"],
    ["invalid-pagination", "/paths/~1a/get/x-pagination"],
    ["invalid-structure", "/paths/~1b"],
    ["invalid-schema", "/components/schemas/Later"],
    ["invalid-schema", "/components/schemas/A/properties/a"],
  ]);
});

test("a scheme that is not described stays required", () => {
  const { model, reported } = buildLenient({
    paths: { "/a": { get: { ...ok, security: [{ none: [] }, { half: ["a"] }] } } },
    components: { securitySchemes: { half: { type: "oauth2" } } },
  });
  expect(model.operations[0]?.security).toEqual([
    new Map([["none", []]]),
    new Map([["half", ["a"]]]),
  ]);
  expect(reported.map(([code]) => code)).toEqual([
    "invalid-security-scheme",
    "unknown-security-scheme",
    "unknown-security-scheme",
  ]);
});

test("a status that does not exist is left out", () => {
  const responses = Object.fromEntries(
    ["200", "099", "600", "abc", "4XX", "default"].map((status) => [status, { description: "" }]),
  );
  const { model, reported } = buildLenient({ paths: { "/a": { get: { responses } } } });
  expect([...(model.operations[0]?.responses.keys() ?? [])]).toEqual(["200", "4XX", "default"]);
  const place = "/paths/~1a/get/responses";
  expect(reported).toEqual([
    ["invalid-status", `${place}/600`],
    ["invalid-status", `${place}/099`],
    ["invalid-status", `${place}/abc`],
  ]);
});

test("ranges and default are found by the names that OpenAPI has for them, however they are written", () => {
  const statuses = ["2xx", "4xX", "Default"].map((status) => [status, { description: "" }]);
  const { model, reported } = buildLenient({
    paths: { "/a": { get: { responses: Object.fromEntries(statuses) } } },
  });
  expect([...(model.operations[0]?.responses.keys() ?? [])]).toEqual(["2XX", "4XX", "default"]);
  expect(reported).toEqual([]);
});

test("a document that describes nothing, and one without a title, are reported", () => {
  const listReported = (document: object) =>
    buildFiles({
      "openapi.json": JSON.stringify({ openapi: "3.1.0", ...document }),
    }).diagnostics.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`);
  const info = { title: "t", version: "1" };
  expect(listReported({})).toEqual(["warning missing-info ", "warning empty-document "]);
  expect(listReported({ info, paths: {} })).toEqual([]);
  expect(listReported({ info, webhooks: {} })).toEqual([]);
  expect(listReported({ info, components: {} })).toEqual([]);
  expect(listReported({ paths: {} })).toEqual(["warning missing-info "]);
});

test("headers that OpenAPI ignores are no parameters of an operation, and stay in its own ones for types", () => {
  const header = (name: string) => ({ name, in: "header", required: true, schema: {} });
  const { model, reported } = buildLenient({
    paths: {
      "/a": {
        parameters: [header("Authorization")],
        get: { ...ok, parameters: [header("Accept"), header("content-type"), header("X-A")] },
      },
    },
  });
  const [operation] = model.operations;
  expect(operation?.parameters.map(({ value }) => value.name)).toEqual(["X-A"]);
  expect(operation?.ownParameters.map(({ value }) => value.name)).toEqual([
    "Accept",
    "content-type",
    "X-A",
  ]);
  expect(reported).toEqual([
    ["ignored-header", "/paths/~1a/parameters/0"],
    ["ignored-header", "/paths/~1a/get/parameters/0"],
    ["ignored-header", "/paths/~1a/get/parameters/1"],
  ]);
});

test("a header that HTTP cannot carry is reported, of a request as of an answer", () => {
  const header = (name: string) => ({ name, in: "header", schema: { type: "string" } });
  const { reported } = buildLenient({
    paths: {
      "/a": {
        get: {
          parameters: [header("X-Fine_1"), header("X Odd"), header("Ünicode"), header("a:b")],
          responses: {
            200: { description: "", headers: { "": {}, "X(1)": {}, "X-Fine": {} } },
          },
        },
      },
    },
  });
  expect(reported).toEqual([
    ["invalid-header-name", "/paths/~1a/get/parameters/1"],
    ["invalid-header-name", "/paths/~1a/get/parameters/2"],
    ["invalid-header-name", "/paths/~1a/get/parameters/3"],
    ["invalid-header-name", "/paths/~1a/get/responses/200/headers/"],
    ["invalid-header-name", "/paths/~1a/get/responses/200/headers/X(1)"],
  ]);
});
