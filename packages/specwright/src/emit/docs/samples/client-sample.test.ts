import { expect, test } from "vitest";
import { createProject, emitFiles, openModel } from "../../../../test/client-project.ts";
import { generateDefaults } from "../../../../test/generate-defaults.ts";
import { hostileTexts } from "../../../../test/hostile-texts.ts";
import type { Model } from "../../../document/model/model.ts";
import { planClient } from "../../client/plan.ts";
import { planValues, type ValuePlan } from "../../shared/values/plan-values.ts";
import { printClientSample } from "./client-sample.ts";

function printSamples(
  model: Model,
  from = "../client/index.js",
  values?: ValuePlan,
): Record<string, string> {
  const plans = planClient(model, "createApi").modules.flatMap(({ operations }) => operations);
  return Object.fromEntries(
    plans.map((plan, index) => [
      `samples/${index}.ts`,
      printClientSample(model, plan, from, values),
    ]),
  );
}

const object = { type: "object", required: ["a"], properties: { a: { type: "string" } } };
const body = (mediaType: string, schema: object = object): object => ({
  post: {
    requestBody: { required: true, content: { [mediaType]: { schema } } },
    responses: { 204: { description: "Done." } },
  },
});
const kinds = {
  openapi: "3.1.0",
  info: { title: "Kinds", version: "1" },
  servers: [{ url: "https://{host}.example.com", variables: { host: { default: "api" } } }],
  security: [{ key: [] }],
  paths: {
    "/json": body("application/json"),
    "/form": body("application/x-www-form-urlencoded"),
    "/text": body("text/plain", { type: "string" }),
    "/binary": body("application/octet-stream", {}),
    "/lines": body("application/jsonl", { type: "array", items: object }),
    "/parts": body("multipart/form-data", {
      type: "object",
      required: ["file", "name"],
      properties: { file: { type: "string", format: "binary" }, name: { type: "string" } },
    }),
    "/grouped/{id}": {
      get: {
        operationId: "answer",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "integer", minimum: 7 } },
          { name: "id", in: "query", required: true, schema: { enum: ["a", "b"] } },
          { name: "X-Odd name", in: "header", required: true, schema: { type: "string" } },
        ],
        responses: { 204: { description: "Done." } },
      },
    },
  },
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
};

test("bodies of every kind and parameters of every place are called as the client takes them", async () => {
  const model = openModel(kinds);
  const samples = printSamples(model);
  expect(await createProject(emitFiles(model)).compile(samples)).toBe("");
  expect(
    Object.values(samples).at(-1),
  ).toBe(`import { createTransport, answer } from "../client/index.js";

const transport = createTransport({
  baseUrl: "https://api.example.com",
  auth: { key: "your key" },
});
const result = await answer(transport, {
  id: 7,
  query: { id: "a" },
  header: { "X-Odd name": "example" },
});`);
});

test("converted values are written as programs write them", async () => {
  const at = { type: "string", format: "date-time" };
  const long = { type: "integer", format: "int64" };
  const order = {
    type: "object",
    required: ["ordered", "total", "lines", "ticket"],
    properties: {
      ordered: at,
      total: { type: "number", format: "decimal", examples: [19.9] },
      lines: {
        type: "array",
        items: { type: "object", required: ["id"], properties: { id: long } },
      },
      ticket: {
        oneOf: [
          { type: "object", required: ["kind"], properties: { kind: { const: "a" }, at } },
          { type: "object", required: ["kind"], properties: { kind: { const: "b" } } },
        ],
        examples: [{ kind: "a", at: "2026-01-31T09:30:00Z" }],
      },
    },
  };
  const parameters = [
    { name: "id", in: "path", required: true, schema: long },
    { name: "days", in: "query", required: true, schema: { type: "string", format: "date" } },
  ];
  const model = openModel({
    openapi: "3.2.0",
    info: { title: "Shop", version: "1" },
    paths: {
      "/orders/{id}": {
        put: {
          operationId: "putOrder",
          parameters,
          requestBody: { required: true, content: { "application/json": { schema: order } } },
          responses: {},
        },
      },
      "/orders": {
        post: {
          operationId: "addOrders",
          requestBody: { required: true, content: { "application/jsonl": { itemSchema: order } } },
          responses: {},
        },
      },
    },
  });
  const values = planValues(model, {
    "date-time": "Date",
    date: "Temporal",
    int64: "bigint",
    decimal: "string",
  });
  const typeOptions = { ...generateDefaults.typeOptions, converted: values.types };
  const samples = printSamples(model, "../client/index.js", values);
  const project = createProject(emitFiles(model, { values, typeOptions }));
  expect(await project.compile(samples)).toBe("");
  expect(samples["samples/0.ts"]).toContain('import { Temporal } from "temporal-polyfill";');
  expect(samples["samples/0.ts"]).toContain(`await putOrder(transport, {
  id: 1n,
  days: Temporal.PlainDate.from("2026-01-31"),
  body: {
    ordered: new Date("2026-01-31T09:30:00Z"),
    total: "19.9",
    lines: [{ id: 1n }],
    ticket: { kind: "a", at: new Date("2026-01-31T09:30:00Z") },
  },
});`);
});

test("texts of a document stay texts in samples", async () => {
  const parameters = hostileTexts.map((text, index) => ({
    name: `${index} ${text}`,
    in: "query",
    required: true,
    example: text,
    schema: { type: "string" },
  }));
  const model = openModel({
    openapi: "3.1.0",
    info: { title: "Hostile", version: "1" },
    paths: { "/a": { get: { operationId: "read", parameters, responses: {} } } },
  });
  const [sample = ""] = Object.values(printSamples(model, '";globalThis.hacked=1;"'));
  const code = sample
    .replace(/^import .*$/m, "const createTransport = () => {}; const read = (_, input) => input;")
    .concat("\nreturn answer;");
  const AsyncFunction = (async () => {}).constructor as new (
    code: string,
  ) => () => Promise<Record<string, unknown>>;
  const input = await new AsyncFunction(code)();
  expect(Object.values(input)).toEqual(hostileTexts);
  expect("hacked" in globalThis).toBe(false);
});
