import { expect, test } from "vitest";
import { createProject, openModel } from "../../../../test/client-project.ts";
import { completeDocument, emitFiles } from "../../../../test/server-files.ts";

const error = { $ref: "#/components/schemas/Problem" };
const failure = { description: "", content: { "application/json": { schema: error } } };
const limited = { ...failure, headers: { "retry-after": { schema: { type: "integer" } } } };
const operation = (tag: string, operationId: string) => ({
  tags: [tag],
  operationId,
  responses: { 204: { description: "" }, 400: failure, 404: failure, 429: limited, "5XX": failure },
});
const pets = {
  paths: {
    "/pets": { get: operation("Pets", "listPets"), post: operation("Pets", "addPet") },
    "/index": { get: { ...operation("index", "getIndex"), responses: { 400: failure } } },
  },
  components: {
    schemas: {
      Problem: {
        type: "object",
        required: ["title"],
        properties: { title: { type: "string" } },
      },
    },
  },
};

test("each tag has a module of declarations, and answers of several operations are declared once", async () => {
  const files = new Map(
    emitFiles(openModel(completeDocument(pets))).map(({ path, content }) => [path, content]),
  );
  const declarations = [...files.keys()].filter((path) => /^server\/.*\.d\.ts$/.test(path));
  expect(declarations.sort()).toEqual([
    "server/index-2.d.ts",
    "server/index.d.ts",
    "server/pets.d.ts",
    "server/shared.d.ts",
  ]);
  expect(files.get("server/pets.d.ts")).toContain(`export type ListPetsResponse =
  | EmptyAnswer
  | ProblemAnswer<400 | 404 | ServerErrorStatus>
  | ProblemAnswer429;
`);
  expect(files.get("server/index-2.d.ts")).toContain(`  | ProblemAnswer<400>;`);
  expect(files.get("server/index-2.d.ts")).not.toContain("ServerErrorStatus");
  expect(files.get("server/shared.d.ts")).toContain(`export interface ProblemAnswer<Status> {
  readonly status: Status;
`);
  expect(files.get("server/shared.d.ts")?.match(/readonly body: Problem;/g)).toHaveLength(2);
});

test("an operation with another answer of the same body, first in the document, renames no answer", () => {
  const findShared = (paths: object) =>
    emitFiles(openModel(completeDocument({ ...pets, paths })))
      .find(({ path }) => path === "server/shared.d.ts")
      ?.content.match(/(?<=interface )\w+Answer\w*/g);
  const first = { get: { ...operation("Pets", "first"), responses: { 429: limited } } };
  expect(findShared(pets.paths)).toEqual(["EmptyAnswer", "ProblemAnswer", "ProblemAnswer429"]);
  expect(findShared({ "/first": first, ...pets.paths })?.sort()).toEqual(
    findShared(pets.paths)?.sort(),
  );
});

test("handlers of shared answers are typed, and undocumented statuses are refused", async () => {
  const project = createProject(emitFiles(openModel(completeDocument(pets))));
  const consumer = `
import type { Handlers, ListPetsResponse, ProblemAnswer } from "./server/index.js";
const missing: ProblemAnswer<404> = { status: 404, body: { title: "none" } };
export const handlers: Handlers<void> = {
  listPets: () => missing,
  addPet: () => ({ status: 503, body: { title: "later" } }),
  // @ts-expect-error the operation documents 400 alone
  getIndex: () => missing,
};
export const seconds = (answer: ListPetsResponse): number | undefined =>
  answer.status === 429 ? answer.headers?.["retry-after"] : undefined;
// @ts-expect-error a status that the answer does not have
export const wrong: ListPetsResponse = { status: 402, body: { title: "" } };
`;
  expect(await project.compile({ "consumer.ts": consumer })).toBe("");
});

test("a helper type that several modules need is declared once, so the index compiles", async () => {
  const schema = { allOf: [{ $ref: "#/components/schemas/Draft" }], required: ["name"] };
  const named = (tag: string) => ({
    tags: [tag],
    operationId: `search${tag}`,
    parameters: [{ name: "filter", in: "query", required: true, style: "deepObject", schema }],
    responses: { 204: { description: "" } },
  });
  const Draft = { type: "object", properties: { name: { type: "string" } } };
  const document = completeDocument({
    paths: { "/a": { get: named("A") }, "/b": { get: named("B") } },
    components: { schemas: { Draft } },
  });
  const files = emitFiles(openModel(document));
  const declaring = files.filter(
    ({ path, content: text }) => path.startsWith("server/") && text.includes("type WithRequired<"),
  );
  expect(declaring.map(({ path }) => path)).toEqual(["server/shared.d.ts"]);
  const consumer = `
import type { SearchAInput, SearchBInput } from "./server/index.js";
export const name = ({ query }: SearchAInput): string => query.filter.name;
// @ts-expect-error the name is required
export const filter: SearchBInput["query"]["filter"] = {};
`;
  expect(await createProject(files).compile({ "consumer.ts": consumer })).toBe("");
});
