import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../../../../test/temporary-folder.ts";
import { loadModel } from "../../../../commands/load/load-model.ts";
import type { InputSettings } from "../../input-settings.ts";
import { openShapedDocument } from "../../open-shaped.ts";

const scope = "https://www.googleapis.com/auth/shop";

const shop = {
  kind: "discovery#restDescription",
  discoveryVersion: "v1",
  id: "shop:v1",
  name: "shop",
  title: "Shop API",
  version: "v1",
  documentationLink: "https://shop.example.com/docs",
  rootUrl: "https://shop.googleapis.com/",
  servicePath: "shop/v1/",
  batchPath: "batch",
  endpoints: [{ endpointUrl: "https://shop.eu.rep.googleapis.com/", description: "Europe" }],
  auth: { oauth2: { scopes: { [scope]: { description: "See orders" } } } },
  parameters: {
    alt: { type: "string", location: "query" },
    key: { type: "string", location: "query" },
    prettyPrint: { type: "boolean", default: "true", location: "query" },
  },
  methods: {
    ping: { id: "shop.ping", path: "ping", httpMethod: "GET", response: { type: "boolean" } },
  },
  resources: {
    projects: {
      resources: {
        orders: {
          methods: {
            get: {
              id: "shop.projects.orders.get",
              path: "v1/{+name}",
              flatPath: "v1/projects/{projectsId}/orders/{ordersId}",
              httpMethod: "GET",
              apiVersion: "2026-01-01",
              scopes: [scope],
              supportsMediaDownload: true,
              parameterOrder: ["name"],
              parameters: {
                mask: { type: "string", format: "google-fieldmask", location: "query" },
                name: {
                  ...{ type: "string", location: "path", required: true },
                  ...{ description: "The order.", pattern: "^projects/[^/]+/orders/[^/]+$" },
                },
                tags: { type: "string", repeated: true, location: "query" },
              },
              response: { $ref: "Order" },
            },
            cancel: {
              id: "shop.projects.orders.cancel",
              path: "v1/{+name}:cancel",
              flatPath: "v1/projects/{projectsId}/orders/{ordersId}:cancel",
              httpMethod: "POST",
              scopes: [scope],
              parameters: { name: { type: "string", location: "path", required: true } },
              request: { $ref: "Order", parameterName: "order" },
            },
            import: {
              id: "shop.projects.orders.import",
              path: "v1/orders/{+name}:import",
              httpMethod: "POST",
              supportsMediaUpload: true,
              mediaUpload: { accept: ["*/*"] },
              parameters: { name: { type: "string", location: "path", required: true } },
            },
          },
        },
      },
    },
  },
  schemas: {
    Order: {
      id: "Order",
      type: "object",
      properties: {
        total: { type: "string", format: "int64", minimum: "0" },
        count: { type: "integer", format: "int32", default: "1", maximum: "9" },
        at: { type: "string", format: "google-datetime", readOnly: true },
        state: {
          ...{ type: "string", enum: ["OPEN", "PAID"], default: "OPEN" },
          ...{ enumDescriptions: ["Not paid", ""], enumDeprecated: [false, true] },
        },
        next: { $ref: "Order", description: "The order after it" },
        more: { type: "object", additionalProperties: { type: "any" } },
        name: { type: "string", required: true, annotations: { required: ["shop.ping"] } },
      },
    },
  },
};

function open(document: object, input: InputSettings = {}) {
  const folder = makeTemporaryFolder({ "shop.json": JSON.stringify(document, undefined, 2) });
  return { folder, input, ...openShapedDocument("shop.json", { folder, input }) };
}

test("methods become operations, in which each segment of a resource name is a parameter", () => {
  const { folder } = open(shop);
  const { model } = loadModel("shop.json", { folder });
  expect(model.servers.map(({ url }) => url)).toEqual([
    "https://shop.googleapis.com/shop/v1",
    "https://shop.eu.rep.googleapis.com/shop/v1",
  ]);
  expect(
    model.operations.map(({ operationId, method, path, tags, security }) => ({
      ...{ operationId, place: `${method} ${path}`, tags },
      security: security.map((schemes) => Object.fromEntries(schemes)),
    })),
  ).toEqual([
    {
      ...{ operationId: "shop.ping", place: "get /ping", tags: [] },
      security: [{ key: [] }, {}],
    },
    {
      operationId: "shop.projects.orders.get",
      place: "get /v1/projects/{projectsId}/orders/{ordersId}",
      tags: ["projects.orders"],
      security: [{ oauth2: [scope] }, { key: [] }],
    },
    {
      operationId: "shop.projects.orders.cancel",
      place: "post /v1/projects/{projectsId}/orders/{ordersId}:cancel",
      tags: ["projects.orders"],
      security: [{ oauth2: [scope] }, { key: [] }],
    },
    {
      ...{ operationId: "shop.projects.orders.import", place: "post /v1/orders/{name}:import" },
      ...{ tags: ["projects.orders"], security: [{ key: [] }, {}] },
    },
  ]);
});

test("parameters, bodies and answers have the schemas of the document", () => {
  const { paths } = Object(open(shop).document.root.value);
  expect(paths["/ping"].get.responses[200].content).toEqual({
    "application/json": { schema: { type: "boolean" } },
  });
  const { parameters, responses } = paths["/v1/projects/{projectsId}/orders/{ordersId}"].get;
  expect(parameters).toMatchObject([
    { name: "projectsId", in: "path", required: true, description: "A part of `name`. The order." },
    { name: "ordersId", in: "path", required: true, schema: { type: "string" } },
    { name: "mask", in: "query", schema: { format: "google-fieldmask" } },
    { name: "tags", in: "query", schema: { type: "array", items: { type: "string" } } },
    { name: "alt", schema: { enum: ["json", "media"] } },
    { name: "X-Goog-Api-Version", in: "header", schema: { enum: ["2026-01-01"] } },
  ]);
  expect(Object.keys(responses[200].content)).toEqual([
    "application/json",
    "application/octet-stream",
  ]);
  const { post } = paths["/v1/projects/{projectsId}/orders/{ordersId}:cancel"];
  expect(post.requestBody).toEqual({
    required: true,
    content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } },
  });
  expect(Object.keys(post.responses)).toEqual(["2XX"]);
});

test("keywords of Google's schemas become those of OpenAPI", () => {
  const { components } = Object(open(shop).document.root.value);
  expect(components.parameters).toEqual({
    prettyPrint: { name: "prettyPrint", in: "query", schema: { type: "boolean", default: true } },
  });
  expect(components.schemas.Order).toEqual({
    type: "object",
    properties: {
      total: { type: "string", format: "int64" },
      count: { type: "integer", format: "int32", default: 1, maximum: 9 },
      at: { type: "string", format: "date-time", readOnly: true },
      state: {
        ...{ type: "string", enum: ["OPEN", "PAID"], default: "OPEN" },
        "x-enum-descriptions": ["Not paid", "Deprecated."],
      },
      next: { $ref: "#/components/schemas/Order", description: "The order after it" },
      more: { type: "object", additionalProperties: {} },
      name: { type: "string" },
    },
    required: ["name"],
  });
});

test("what the conversion loses is reported with its place, and lost security is an error", () => {
  const { steps, folder } = open(shop);
  expect(steps[0]?.changes.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    "parameter alt",
    "parameter of several segments name",
    "media upload shop.projects.orders.import",
    "minimum Order.total",
    "annotations Order.name",
    "address of batches batch",
  ]);
  const method = "/resources/projects/resources/orders/methods/import";
  expect(loadModel("shop.json", { folder }).diagnostics).toMatchObject([
    { severity: "warning", code: "lost-in-conversion", pointer: `${method}/parameters/name` },
    { severity: "warning", code: "lost-in-conversion", pointer: `${method}/mediaUpload` },
  ]);
  expect(() => open({ ...shop, auth: { ...shop.auth, saml: {} } })).toThrow("saml");
  const twice = { ...shop, methods: { ping: shop.methods.ping, pong: shop.methods.ping } };
  expect(open(twice).steps[0]?.changes[1]).toMatchObject({ kind: "operation", name: "shop.ping" });
});

test("problems are placed in the Discovery document, also after a filter", () => {
  const wrong = JSON.parse(JSON.stringify(shop).replace('"string","format":"int64"', '"strng"'));
  const { methods } = wrong.resources.projects.resources.orders;
  methods.get.parameters.mask.type = "text";
  methods.cancel.request.$ref = "Non";
  const { folder } = open(wrong);
  for (const input of [{}, { include: { operations: ["shop.projects.*"] } }]) {
    const load = (): unknown => loadModel("shop.json", { folder, input });
    expect(load).toThrow(
      expect.objectContaining({
        diagnostics: expect.arrayContaining([
          expect.objectContaining({
            ...{ code: "unresolved-reference", file: "shop.json" },
            pointer: "/resources/projects/resources/orders/methods/cancel/request/$ref",
            line: 109,
          }),
        ]),
      }),
    );
  }
  methods.cancel.request.$ref = "Order";
  const { diagnostics } = loadModel("shop.json", { folder: open(wrong).folder });
  expect(diagnostics.map(({ pointer }) => pointer)).toEqual(
    expect.arrayContaining([
      "/resources/projects/resources/orders/methods/get/parameters/mask/type",
      "/schemas/Order/properties/total/type",
    ]),
  );
});
