import { expect, test } from "vitest";
import { petsDocument } from "../../../../../test/query/support/document.ts";
import { openModel } from "../../../test/client-project.ts";
import { generateDefaults } from "../../../test/generate-defaults.ts";
import { emitClient } from "../client/index.ts";
import { createEmitter } from "../define-target.ts";
import { createTemplates } from "../shared/print/templates.ts";
import { queryCode } from "./index.ts";
import { queryTarget } from "./target.ts";

const emitQuery = createEmitter(queryCode, queryTarget.options);

function emit(
  document: object,
  options: Readonly<Record<string, unknown>> = {},
): ReadonlyMap<string, string> {
  const context = {
    model: openModel(document),
    command: "specwright generate",
    render: createTemplates(),
    ...generateDefaults,
  };
  const plans = new Map([["client", emitClient(context).plan]]);
  const { files } = emitQuery({ ...context, plans, options });
  return new Map(files.map(({ path, content }) => [path, content]));
}

/** The names of the functions of a module, without its key. */
function listFunctions(files: ReadonlyMap<string, string>, path: string): readonly string[] {
  return [...(files.get(path) ?? "").matchAll(/export function (\w+)\(/g)]
    .map(([, name = ""]) => name)
    .slice(1);
}

test("reads are queries, lists are infinite queries too, and everything else is a mutation", () => {
  const files = emit(petsDocument);
  expect(listFunctions(files, "query/pets.js")).toEqual([
    "listPetsQuery",
    "listPetsInfiniteQuery",
    "createPetMutation",
    "getPetQuery",
    "deletePetMutation",
    "getReportQuery",
    "pingQuery",
    "watchPetsQuery",
    // `x-safe: true`.
    "searchPetsQuery",
    // A picture cannot be part of a key.
    "findFaceMutation",
    // `x-safe: false`.
    "sleepMutation",
  ]);
  expect(listFunctions(files, "query/visits.js")).toEqual([
    "listVisitsQuery",
    "listVisitsInfiniteQuery",
  ]);
});

test("the code of an operation calls the client, and its declaration names the types of the client", () => {
  const files = emit(petsDocument);
  const [, ...code] = files.get("query/visits.js")?.split("\n\n") ?? [];
  expect(
    code.join("\n\n"),
  ).toBe(`import { buildInfiniteQuery, buildKey, buildQuery } from "@specwright/runtime/v1/query";
import * as client from "../client/index.js";

export function visitsKey(...parts) {
  return buildKey("visits", ...parts);
}

/** \`GET /pets/{pet_id}/visits\` */
export function listVisitsQuery(transport, input, options) {
  const key = ["visits", "listVisits"];
  return buildQuery(key, client.listVisits, transport, input, options);
}

/**
 * \`GET /pets/{pet_id}/visits\`
 *
 * Page by page.
 */
export function listVisitsInfiniteQuery(transport, input, options) {
  const key = ["visits", "listVisits"];
  /** @type {import("@specwright/runtime/v1/query").PaginationDefinition} */
  const pagination = {
    items: ["visits"],
    page: ["page"],
    totalPages: ["pages"],
  };
  return buildInfiniteQuery(key, client.listVisits, pagination, transport, input, options);
}
`);
  expect(files.get("query/visits.d.ts")).toContain(`
export function listVisitsInfiniteQuery(
  transport: Transport,
  input: client.ListVisitsInput,
  options?: QueryCallOptions<typeof client.listVisits>,
): InfiniteQuery<
  "visits",
  "listVisits",
  client.ListVisitsInput,
  client.ListVisitsOutput,
  client.ListVisitsError,
  number
>;
`);
});

test("a media type that is chosen is in the type of the data, and streams cannot be chosen", () => {
  expect(emit(petsDocument).get("query/pets.d.ts")).toContain(`
export function getReportQuery<Accept extends "application/json" | "text/csv" = "application/json">(
  transport: Transport,
  input: client.GetReportInput,
  options?: QueryCallOptions<typeof client.getReport> & { readonly accept?: Accept },
): Query<
  "pets",
  "getReport",
  client.GetReportInput,
  client.GetReportOutputs[Accept],
  client.GetReportError
>;
`);
});

test("TanStack's types come from the package of the option, and its code only where there are streams", () => {
  const files = emit(petsDocument, { package: "@tanstack/vue-query" });
  expect(files.get("query/options.d.ts")).toContain('from "@tanstack/vue-query";');
  expect(files.get("query/pets.js")).toContain(
    'import { experimental_streamedQuery as streamedQuery } from "@tanstack/vue-query";',
  );
  const [, ...code] = files.get("query/visits.js")?.split("\n\n") ?? [];
  expect(
    code.join("\n\n"),
  ).toBe(`import { buildInfiniteQuery, buildKey, buildQuery } from "@specwright/runtime/v1/query";
import * as client from "../client/index.js";

export function visitsKey(...parts) {
  return buildKey("visits", ...parts);
}

/** \`GET /pets/{pet_id}/visits\` */
export function listVisitsQuery(transport, input, options) {
  const key = ["visits", "listVisits"];
  return buildQuery(key, client.listVisits, transport, input, options);
}

/**
 * \`GET /pets/{pet_id}/visits\`
 *
 * Page by page.
 */
export function listVisitsInfiniteQuery(transport, input, options) {
  const key = ["visits", "listVisits"];
  /** @type {import("@specwright/runtime/v1/query").PaginationDefinition} */
  const pagination = {
    items: ["visits"],
    page: ["page"],
    totalPages: ["pages"],
  };
  return buildInfiniteQuery(key, client.listVisits, pagination, transport, input, options);
}
`);
  expect(files.get("query/visits.d.ts")).toContain(`
export function listVisitsInfiniteQuery(
  transport: Transport,
  input: client.ListVisitsInput,
  options?: QueryCallOptions<typeof client.listVisits>,
): InfiniteQuery<
  "visits",
  "listVisits",
  client.ListVisitsInput,
  client.ListVisitsOutput,
  client.ListVisitsError,
  number
>;
`);
});

test("a media type that is chosen is in the type of the data, and streams cannot be chosen", () => {
  expect(emit(petsDocument).get("query/pets.d.ts")).toContain(`
export function getReportQuery<Accept extends "application/json" | "text/csv" = "application/json">(
  transport: Transport,
  input: client.GetReportInput,
  options?: QueryCallOptions<typeof client.getReport> & { readonly accept?: Accept },
): Query<
  "pets",
  "getReport",
  client.GetReportInput,
  client.GetReportOutputs[Accept],
  client.GetReportError
>;
`);
});

test("TanStack's types come from the package of the option, and its code only where there are streams", () => {
  const files = emit(petsDocument, { package: "@tanstack/vue-query" });
  expect(files.get("query/options.d.ts")).toContain('from "@tanstack/vue-query";');
  expect(files.get("query/pets.js")).toContain(
    'import { experimental_streamedQuery as streamedQuery } from "@tanstack/vue-query";',
  );
  expect(files.get("query/visits.js")).not.toContain("@tanstack");
});

test("names of operations and groups do not clash with those of the generated code", () => {
  const operation = (operationId: string, tag: string): object => ({
    get: { operationId, tags: [tag], responses: {} },
  });
  const files = emit({
    openapi: "3.1.0",
    info: { title: "a", version: "1" },
    paths: {
      "/a": operation("options", "options"),
      "/b": operation("build", "index"),
      "/c": operation("buildQuery", "match"),
      "/d": operation("client", "client"),
      "/e": operation("default", "key"),
    },
  });
  expect([...files.keys()].filter((path) => path.endsWith(".js")).sort()).toEqual([
    "query/client.js",
    "query/index-2.js",
    "query/index.js",
    "query/key.js",
    "query/match.js",
    "query/options-2.js",
  ]);
  expect(files.get("query/index-2.js")).toContain("export function buildQuery_2(");
});
