import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../../../test/temporary-folder.ts";
import { loadModel } from "../../../commands/load/load-model.ts";

const document = `swagger: '2.0'
info: { title: Shop, version: "1" }
host: shop.example.com
basePath: /v1
schemes: [https]
securityDefinitions:
  basic: { type: basic }
  login:
    type: oauth2
    flow: accessCode
    authorizationUrl: https://shop.example.com/login
    tokenUrl: https://shop.example.com/token
    scopes: { read: Read }
security: [{ basic: [] }]
parameters:
  Order: { name: order, in: body, schema: { $ref: '#/definitions/Order' } }
paths:
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, type: string }]
    post:
      operationId: addOrder
      tags: [orders]
      consumes: [application/json]
      produces: [application/json]
      parameters:
        - { $ref: '#/parameters/Order' }
        - { name: page, in: query, type: integr }
      responses:
        200: { description: ok, schema: { type: array, items: { $ref: '#/definitions/Order' } } }
  /files:
    post:
      operationId: upload
      consumes: [multipart/form-data]
      parameters: [{ name: file, in: formData, type: file }]
      responses: { 204: { description: ok } }
definitions:
  Order: { type: object, properties: { id: { type: strin } } }
`;

function load(text: string, input = {}) {
  const folder = makeTemporaryFolder({ "old.yaml": text });
  return loadModel("old.yaml", { folder, input });
}

function problemsOf(text: string): unknown {
  try {
    return load(text).diagnostics;
  } catch (error) {
    return (error as { diagnostics: unknown }).diagnostics;
  }
}

test("a document of Swagger 2.0 is read: its servers, security, bodies, forms and answers", () => {
  const { model } = load(document);
  expect(model.openapi).toMatch(/^3\.0/);
  expect(model.servers).toMatchObject([{ url: "https://shop.example.com/v1" }]);
  expect([...model.components.securitySchemes.keys()]).toEqual(["basic", "login"]);
  const [order, upload] = model.operations;
  expect(order).toMatchObject({ operationId: "addOrder", method: "post" });
  expect(order?.requestBody?.value.content).toMatchObject([{ mediaType: "application/json" }]);
  expect(order?.parameters.map(({ value }) => value.name)).toEqual(["page", "id"]);
  expect(upload?.requestBody?.value.content).toMatchObject([{ mediaType: "multipart/form-data" }]);
});

test("problems are placed in the document of Swagger, also after a filter", () => {
  for (const input of [{}, { include: { tags: ["orders"] } }]) {
    expect(load(document, input).diagnostics).toMatchObject([
      {
        code: "invalid-keyword",
        file: "old.yaml",
        pointer: "/paths/~1orders~1{id}/post/parameters/1/type",
        line: 27,
      },
      { code: "invalid-keyword", pointer: "/definitions/Order/properties/id/type", line: 37 },
    ]);
  }
});

test("what the conversion loses is reported with its place, and lost security is an error", () => {
  const separated = document
    .replace("type: integr }", "type: array, items: { type: string }, collectionFormat: tsv }")
    .replace("strin ", "string ");
  expect(problemsOf(separated)).toMatchObject([
    { severity: "warning", code: "lost-in-conversion", line: 27, column: 74 },
  ]);
  expect(problemsOf(document.replace("{ type: basic }", "{ type: digest }"))).toMatchObject([
    {
      severity: "error",
      code: "lost-in-conversion",
      message:
        "The security scheme `basic` has no counterpart in OpenAPI 3.0, so the conversion from Swagger 2.0 lost it.",
      pointer: "/securityDefinitions/basic",
      line: 7,
    },
  ]);
});

test("a list in a form is separated by commas, and a form without files is not multipart", () => {
  const list = "{ name: tags, in: formData, type: array, items: { type: string } }";
  const form = document
    .replace("consumes: [multipart/form-data]", "description: a form")
    .replace("{ name: file, in: formData, type: file }", list);
  for (const text of [form, form.replace("a form", "a form\n      consumes: [text/plain]")]) {
    const content = load(text).model.operations[1]?.requestBody?.value.content;
    expect(content).toMatchObject([{ mediaType: "application/x-www-form-urlencoded" }]);
    expect(content?.[0]?.encoding?.get("tags")).toMatchObject({ explode: false });
  }
});

test("an operation with a scheme of its own is sent there", () => {
  const own = document.replace("tags: [orders]", "schemes: [http, https]");
  expect(load(own).model.operations[0]?.server).toBe("http://shop.example.com/v1");
  expect(load(document).model.operations[0]?.server).toBeUndefined();
  const correct = own.replace("strin ", "string ").replace("integr", "integer");
  expect(problemsOf(correct)).toEqual([]);
  expect(problemsOf(correct.replace("[http, https]", "[ws]"))).toMatchObject([
    { code: "server-not-carried", pointer: "/paths/~1orders~1{id}/post/schemes" },
  ]);
  expect(problemsOf(correct.replace("host: shop.example.com\n", ""))).toContainEqual(
    expect.objectContaining({ pointer: "/paths/~1orders~1{id}/post/schemes" }),
  );
});

test("an empty list of media types is that of a document without one, so no schema is lost", () => {
  const empty = document.replaceAll(/(consumes|produces): \[application\/json\]/g, "$1: []");
  const [order] = load(`${empty}consumes: [text/csv]\nproduces: [text/csv]\n`).model.operations;
  expect(order?.requestBody?.value.content).toMatchObject([{ mediaType: "application/json" }]);
  expect(order?.responses.get("200")?.value.content).toMatchObject([
    { mediaType: "application/json" },
  ]);
});

test("a format of lists that headers and lists within lists cannot have is reported", () => {
  const list = "type: array, items: { type: string }, collectionFormat: pipes";
  const places = {
    query: `in: query, ${list}`,
    header: `in: header, ${list}`,
    inner: `in: query, type: array, items: { ${list} }`,
  };
  const lost = Object.entries(places).map(([place, members]) => {
    const text = document.replace("in: query, type: integr", members).replace("strin ", "string ");
    return [place, (problemsOf(text) as readonly { code: string }[]).map(({ code }) => code)];
  });
  const codes = ["lost-in-conversion"];
  expect(lost).toEqual([
    ["query", []],
    ["header", codes],
    ["inner", codes],
  ]);
});

test("a document of Swagger in several files, or of an older version, is an error", () => {
  expect(problemsOf(document.replaceAll("'#/definitions/Order'", "order.yaml"))).toMatchObject([
    { severity: "error", code: "swagger-in-files", file: "old.yaml" },
  ]);
  expect(problemsOf(document.replace("'2.0'", "'1.2'"))).toMatchObject([
    { severity: "error", code: "swagger" },
  ]);
});
