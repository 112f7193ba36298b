import { join } from "node:path";
import { expect, test } from "vitest";
import { createProject, emitFiles, openModel } from "../../../test/client-project.ts";
import { hostileTexts } from "../../../test/hostile-texts.ts";
import type { Model } from "../../model/model.ts";
import { planClient } from "../client/plan.ts";
import { printClientSample } from "./client-sample.ts";

const platform = join(import.meta.dirname, "../../../../../spec/openapi.yaml");

function printSamples(model: Model, from = "../client/index.js"): Record<string, string> {
  const plans = planClient(model, "createApi").modules.flatMap(({ operations }) => operations);
  return Object.fromEntries(
    plans.map((plan, index) => [`samples/${index}.ts`, printClientSample(model, plan, from)]),
  );
}

test("the sample of every operation of the platform compiles with its client", async () => {
  const model = openModel(platform);
  const samples = printSamples(model);
  expect(Object.keys(samples).length).toBeGreaterThan(70);
  expect(await createProject(emitFiles(model)).compile(samples)).toBe("");
}, 60_000);

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
}, 60_000);

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
