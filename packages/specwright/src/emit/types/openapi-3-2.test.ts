import { expect, test } from "vitest";
import { buildModelFrom } from "../../../test/build-model-from.ts";
import { createProject } from "../../../test/client-project.ts";
import { emitClient } from "../client/index.ts";
import { emitServer } from "../server/index.ts";
import { createTemplates } from "../shared/print/templates.ts";
import type { EmitContext } from "../target.ts";
import { emitValidators } from "../validators/index.ts";
import { emitTypes, emitTypesWith } from "./index.ts";

const body = {
  required: true,
  content: {
    "application/json": { schema: { type: "object", properties: { q: { type: "string" } } } },
  },
};
const responses = {
  200: {
    description: "",
    content: { "application/json": { schema: { type: "array", items: { type: "string" } } } },
  },
};
const document = {
  openapi: "3.2.0",
  paths: {
    "/search": {
      get: { responses },
      query: { operationId: "search", requestBody: body, responses },
      additionalOperations: {
        COPY: { operationId: "copy", requestBody: body, responses },
        "M-SEARCH": { requestBody: body, responses },
        OLD: { deprecated: true, responses },
      },
    },
    "/plain": { query: { requestBody: body, responses } },
  },
};
const createContext = (): EmitContext => ({
  model: buildModelFrom(document),
  command: "",
  render: createTemplates(),
});

test("query and additionalOperations of OpenAPI 3.2 are in the types, and every target refers to them", async () => {
  const context = createContext();
  const files = [emitTypes, emitClient, emitValidators, emitServer].flatMap(
    (emit) => emit(context).files,
  );
  const { compile } = createProject(files);
  const check = `import type { operations, paths } from "./types/index.js";
import { operations as validators } from "./validators/index.js";
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Search = paths["/search"];
export const query: Equal<Search["query"], operations["search"]> = true;
export const copy: Equal<Search["additionalOperations"]["COPY"], operations["copy"]> = true;
export const plain: Equal<paths["/plain"]["query"]["responses"], operations["search"]["responses"]> = true;
export const methods: Equal<keyof Search["additionalOperations"], "COPY" | "M-SEARCH" | "OLD"> = true;
export const none: "query" | "additionalOperations" extends keyof paths["/plain"] ? true : false = false;
const sent = validators.search.requestBody["application/json"].parse({ q: "a" });
export const parsed: Equal<typeof sent, operations["search"]["requestBody"]["content"]["application/json"]> = true;
`;
  expect(await compile({ "check.ts": check })).toBe("");
});

test("their deprecated parts can be left out", () => {
  const [file] = emitTypesWith(createContext(), { excludeDeprecated: true }).files;
  expect(file?.content).toContain("COPY");
  expect(file?.content).not.toContain("OLD");
});

test("itemSchema is a list, querystring one value, and createClient takes both", async () => {
  const item = { type: "object", required: ["n"], properties: { n: { type: "integer" } } };
  const filter = {
    name: "filter",
    in: "querystring",
    required: true,
    content: { "application/json": { schema: { $ref: "#/components/schemas/Filter" } } },
  };
  const context: EmitContext = {
    model: buildModelFrom({
      openapi: "3.2.0",
      paths: {
        "/lines": {
          get: {
            operationId: "lines",
            parameters: [filter],
            responses: {
              200: {
                description: "",
                content: {
                  "application/jsonl": { itemSchema: item },
                  "application/json": { itemSchema: item, schema: { type: "string" } },
                },
              },
            },
          },
        },
        "/shared": { get: { parameters: [{ $ref: "#/components/parameters/Q" }], responses } },
      },
      components: {
        schemas: { Filter: { type: "object", properties: { a: { type: "string" } } } },
        parameters: { Q: { ...filter, required: false } },
      },
    }),
    command: "",
    render: createTemplates(),
  };
  const files = [emitTypes, emitClient, emitValidators].flatMap((emit) => emit(context).files);
  const check = `import type { components, operations, paths } from "./types/index.js";
import { createClient } from "./client/index.js";
import { operations as validators } from "./validators/index.js";
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Content = operations["lines"]["responses"][200]["content"];
type Filter = components["schemas"]["Filter"];
export const items: Equal<Content["application/jsonl"], { n: number }[]> = true;
export const whole: Equal<Content["application/json"], string> = true;
export const one: Equal<operations["lines"]["parameters"]["querystring"], Filter> = true;
export const maybe: Equal<paths["/shared"]["get"]["parameters"]["querystring"], Filter | undefined> = true;
const client = createClient();
export const call = () => client.GET("/lines", { params: { querystring: { a: "b" } } });
// @ts-expect-error the value is of the type that the document has
export const wrong = () => client.GET("/lines", { params: { querystring: { a: 1 } } });
// @ts-expect-error it is required
export const missing = () => client.GET("/lines");
export const parsed: { filter: Filter } = validators.lines.parameters.querystring.parse({ filter: {} });
`;
  const reported = await createProject(files).compile({ "check.ts": check });
  expect(reported).toBe("");
});
