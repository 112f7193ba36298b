import { join } from "node:path";
import { expect, test } from "vitest";
import { buildModelFrom } from "../../../test/build-model-from.ts";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";
import { compareModels } from "../../compare/compare-models.ts";
import { findCodeWitnesses } from "./find-code-witnesses.ts";
import { explainMissingCompiler, findCompiler } from "./find-compiler.ts";

type Document = Readonly<Record<string, unknown>>;

/** The code and the compiler's message by the kind of change. */
function findCode(before: Document, after: Document): Readonly<Record<string, unknown>> {
  const models = { before: buildModelFrom(before), after: buildModelFrom(after) };
  const changes = compareModels(models.before, models.after);
  const found = findCodeWitnesses(changes, models, { folder: import.meta.dirname });
  return Object.fromEntries(
    [...found].map(([{ kind }, witness]) => [kind, witness && [witness.code, witness.error]]),
  );
}

const text = { type: "string" };
const pets = (
  operationId: string,
  parameters: readonly object[],
  properties: object,
): Document => ({
  paths: {
    "/pets": {
      get: {
        operationId,
        parameters,
        responses: {
          200: {
            description: "ok",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
          },
        },
      },
    },
  },
  components: { schemas: { Pet: { type: "object", properties } } },
});
const limit = { name: "limit", in: "query", schema: { type: "integer" } };

test("statements are as short as a program would have them, with the message of the compiler", () => {
  expect(
    findCode(pets("listPets", [], { name: text }), pets("readPets", [], { name: text })),
  ).toEqual({
    "operation-renamed": [
      "await listPets(transport);",
      `Module '"./client/index.js"' has no exported member 'listPets'.`,
    ],
  });
  expect(
    findCode(
      pets("listPets", [], { name: text, nickname: text }),
      pets("listPets", [], { name: text }),
    ),
  ).toEqual({
    "response-property-removed": [
      'declare const pet: components["schemas"]["Pet"]; pet.nickname;',
      "Property 'nickname' does not exist on type 'Pet'.",
    ],
  });
});

test("of several changes of an operation, each has a statement about itself", () => {
  const found = findCode(
    pets("listPets", [limit], { name: text }),
    pets(
      "listPets",
      [
        { ...limit, schema: text },
        { name: "tag", in: "query", required: true, schema: text },
      ],
      {
        name: { type: "boolean" },
      },
    ),
  );
  expect(found).toEqual({
    "parameter-added-required": [
      'const query: operations["listPets"]["parameters"]["query"] = {};',
      expect.stringContaining("'tag'"),
    ],
    "request-type-changed": [
      'const limit: NonNullable<operations["listPets"]["parameters"]["query"]>["limit"] = 1;',
      "Type 'number' is not assignable to type 'string'.",
    ],
    "response-type-changed": [
      'declare const pet: components["schemas"]["Pet"]; const value: string | undefined = pet.name;',
      expect.stringContaining("is not assignable to type 'string"),
    ],
  });
});

test("without a change that breaks code, or with another witness, nothing is compiled", () => {
  const models = {
    before: buildModelFrom(pets("listPets", [limit], {})),
    after: buildModelFrom(pets("listPets", [], {})),
  };
  const witness = {
    kind: "call",
    operation: "GET /pets",
    request: "GET /pets?limit=1",
    before: "",
    after: "",
  } as const;
  const shown = compareModels(models.before, models.after).map((change) => ({
    ...change,
    witness,
  }));
  expect(shown.map(({ kind }) => kind)).toEqual(["parameter-removed"]);
  expect(findCodeWitnesses(shown, models, { folder: import.meta.dirname }).size).toBe(0);
});

test("TypeScript of the project is used, then the one beside specwright, and a reason says when neither is installed", () => {
  const project = makeTemporaryFolder({
    "node_modules/typescript/package.json": '{"bin":{"tsc":"./bin/tsc"}}',
    "node_modules/typescript/bin/tsc": "",
  });
  const empty = makeTemporaryFolder({ "index.js": "" });
  const nowhere = join(empty, "index.js");
  expect(findCompiler(project, nowhere)?.command).toContain("bin/tsc");
  expect(findCompiler(empty)).toBeDefined();
  expect(explainMissingCompiler(empty)).toBeUndefined();
  expect(explainMissingCompiler(empty, nowhere)).toMatch(/npm install --save-dev typescript/);
});
