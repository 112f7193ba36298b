import { expect, test } from "vitest";
import { parse } from "yaml";
import { readToolkitDocument } from "../documents/read-document.ts";
import { buildStarterDocument } from "./starter-document.ts";

const now = new Date("2026-03-04T05:06:07Z");

const source = {
  openapi: "3.0.3",
  info: { title: "Harbour", version: "1.4" },
  servers: [{ url: "https://harbour.example.com" }],
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
  security: [{ key: [] }],
  paths: {
    "/berths": {
      get: { operationId: "listBerths", summary: "List all berths.", responses: {} },
      post: { operationId: "createBerthAtPier", responses: {} },
    },
    "/berths/{id}": {
      delete: { responses: {}, parameters: [{ name: "id", in: "path", required: true }] },
    },
    "/broken": { get: { operationId: "broken", parameters: [{ name: "x" }], responses: {} } },
  },
};

function start(document: object) {
  const made = buildStarterDocument("document.json", JSON.stringify(document), {
    slug: "harbour",
    now,
  });
  if ("problems" in made) {
    throw new Error(JSON.stringify(made.problems));
  }
  return made;
}

test("a starter document says what can be derived, and is a toolkit document as it is", () => {
  const { text, tools, report } = start(source);
  const document = parse(text);
  expect(tools).toBe(3);
  expect(document["x-platform-toolkit"]).toMatchObject({
    slug: "harbour",
    created_at: "2026-03-04T00:00:00.000Z",
    auth: [{ mode: "API_KEY", security_scheme: "key" }],
  });
  expect(document.info.version).toBe("20260304_00");
  expect(document.paths["/berths"].get).toMatchObject({
    summary: "List all berths.",
    description: "List all berths.",
    "x-platform-search": ["list all berths"],
    "x-platform-hints": ["readOnlyHint", "idempotentHint"],
  });
  expect(document.paths["/berths"].post).toMatchObject({
    summary: "Create berth at pier",
    "x-platform-search": ["create berth at pier"],
  });
  expect(document.paths["/berths"].post).not.toHaveProperty("x-platform-hints");
  expect(document.paths["/berths/{id}"].delete).toMatchObject({
    operationId: "delete_berth",
    summary: "Delete berth",
    "x-platform-hints": ["destructiveHint", "idempotentHint"],
  });
  expect(report.skippedOperations.map(({ place }) => place)).toEqual(["GET /broken"]);
  expect(readToolkitDocument("harbour.yaml", text).problems).toEqual([]);
});

test("fields that the document has already stay", () => {
  const operation = {
    operationId: "a",
    summary: "A",
    "x-platform-search": ["mine"],
    "x-platform-hints": [],
    responses: {},
  };
  const { text } = start({ ...source, paths: { "/a": { get: operation } } });
  expect(parse(text).paths["/a"].get).toMatchObject({
    "x-platform-search": ["mine"],
    "x-platform-hints": [],
  });
});

test("a document that cannot be read has its problems", () => {
  const made = buildStarterDocument("document.json", '{"openapi": "2.0"}', { slug: "a", now });
  expect("problems" in made && made.problems.length).toBeGreaterThan(0);
});
