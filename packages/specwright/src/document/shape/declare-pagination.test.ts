import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";
import { loadModel } from "../../commands/load/load-model.ts";
import type { InputSettings } from "./input-settings.ts";
import { openShapedDocument } from "./open-shaped.ts";

const list = (operationId?: string): object => ({
  ...(operationId !== undefined && { operationId }),
  parameters: [{ name: "page", in: "query", schema: { type: "integer" } }],
  responses: { 200: { description: "ok" } },
});

const document = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: {
    "/orders": { get: list("listOrders"), post: list("createOrder") },
    "/orders/{id}/lines": { get: { ...list("listLines"), "x-pagination": { type: "other" } } },
    "/search": { post: list() },
    "/shared": { $ref: "#/components/pathItems/Shared" },
  },
  webhooks: { order: { get: list("listenOrders") } },
  components: { pathItems: { Shared: { get: list("listShared") } } },
});

const byPage = { type: "page", page: "query.page", items: "" } as const;
const byLink = { type: "link", items: "" } as const;

function open(input: InputSettings): ReturnType<typeof openShapedDocument> {
  const folder = makeTemporaryFolder({ "api.json": document });
  return openShapedDocument("api.json", { folder, input });
}

/** The type of the pagination of each operation, by its name. */
function readTypes(input: InputSettings): Readonly<Record<string, string | undefined>> {
  const folder = makeTemporaryFolder({ "api.json": document });
  const { operations } = loadModel("api.json", { folder, input }).model;
  return Object.fromEntries(operations.map(({ name, pagination }) => [name, pagination?.type]));
}

test("operations are named by operationId, by path or by method and path, and exact names go first", () => {
  const pagination = {
    "list*": byPage,
    listOrders: byLink,
    "POST /search": byPage,
    "/orders/**": byLink,
  };
  expect(readTypes({ pagination })).toEqual({
    listOrders: "link",
    createOrder: undefined,
    listLines: "page",
    postSearch: "page",
    listShared: "page",
  });
  expect(readTypes({ pagination: { "/orders/**": byLink } })).toMatchObject({
    listOrders: "link",
    createOrder: undefined,
    listLines: "link",
  });
});

test("the report lists the operations, by the names that they have before later steps", () => {
  const { steps } = open({
    pagination: { listOrders: byLink },
    names: { operations: { rename: { listOrders: "findOrders" } } },
  });
  expect(steps).toEqual([
    {
      step: "paginate",
      changes: [{ action: "changed", kind: "operation", name: "GET /orders" }],
    },
    {
      step: "rename",
      changes: [{ action: "renamed", kind: "operation", name: "listOrders", to: "findOrders" }],
    },
  ]);
});

test("a name that nothing has is a warning with the one that was meant", () => {
  const { document: shaped } = open({ pagination: { listOrder: byLink, "/serch": byLink } });
  expect(shaped.problems).toMatchObject([
    {
      severity: "warning",
      code: "pagination-without-match",
      message: "No operation fits `listOrder`, which `input.pagination` names.",
      fix: expect.stringMatching(/^Did you mean `listOrders`\? /),
    },
    { code: "pagination-without-match" },
  ]);
});

test("a webhook is not a list", () => {
  expect(open({ pagination: { listenOrders: byPage } }).steps).toMatchObject([{ changes: [] }]);
});

test("a mistake of a declaration is placed at the operation that it is for", () => {
  const folder = makeTemporaryFolder({ "api.json": document });
  const { diagnostics } = loadModel("api.json", {
    folder,
    input: { pagination: { listOrders: { type: "page" } } },
  });
  const places = diagnostics
    .filter(({ code }) => code === "invalid-pagination")
    .map(({ pointer }) => pointer);
  expect(places).toEqual([
    "/paths/~1orders/get",
    "/paths/~1orders~1{id}~1lines/get/x-pagination",
    "/paths/~1orders~1{id}~1lines/get/x-pagination/type",
  ]);
});
