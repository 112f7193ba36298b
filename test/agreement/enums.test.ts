import { expect, test } from "vitest";
import { createProject } from "../../packages/specwright/test/client-project.ts";
import { generateFiles } from "../support/generated-files.ts";

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { "application/json": { schema } } });

const document = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets": {
      post: {
        operationId: "createPet",
        parameters: [{ name: "like", in: "query", schema: reference("Status") }],
        requestBody: { required: true, ...json(reference("Pet")) },
        responses: { 200: { description: "ok", ...json(reference("Pet")) } },
      },
    },
  },
  components: {
    schemas: {
      Status: {
        enum: ["available", "sold-out"],
        "x-enum-varnames": ["Available", "SoldOut"],
        "x-enum-descriptions": ["Can be bought. */", "Is gone."],
      },
      Legs: { type: "integer", enum: [2, 4] },
      Cat: { type: "object", properties: { kind: { enum: ["cat", "lion"] } } },
      Dog: { type: "object", properties: { kind: { enum: ["dog", "wolf"] } } },
      Pet: {
        type: "object",
        required: ["status", "species"],
        properties: {
          status: reference("Status"),
          legs: { anyOf: [reference("Legs"), { type: "null" }] },
          size: { type: ["string", "null"], enum: ["s", "l", null] },
          type: { enum: ["pet"] },
          species: { oneOf: [reference("Cat"), reference("Dog")] },
        },
      },
    },
  },
};

test("with `enums: const`, each enum of a component has an object with its named members", async () => {
  const { files } = await generateFiles(document, { enums: "const" });
  const project = createProject(files);
  const errors = await project.compile({
    "run.ts": `
      import { createPet } from "./client/index.js";
      import { Legs, Status, type Pet } from "./types/index.js";
      const status: Status = Status.SoldOut;
      const legs: 4 = Legs.Value4;
      // @ts-expect-error the list has no such member
      Status.Lost;
      export const pet: Pet = { status, legs, species: { kind: "cat" } };
      void createPet;
      console.log(JSON.stringify([Status, Legs]));
    `,
  });
  expect(errors).toBe("");
  expect(await project.run("run.ts", {})).toEqual([
    { Available: "available", SoldOut: "sold-out" },
    { Value2: 2, Value4: 4 },
  ]);
});

test("with `enums: open`, answers may have other values, in types and validators, and requests may not", async () => {
  const { files } = await generateFiles(document, { enums: "open" });
  const project = createProject(files);
  const errors = await project.compile({
    "run.ts": `
      import { createPet, type CreatePetInput, type CreatePetOutput } from "./client/index.js";
      import { operations } from "./validators/index.js";
      export const answer: CreatePetOutput = { status: "lost", legs: 3, size: "m", species: { kind: "cat" } };
      if (answer.status === "sold-out") void answer.status;
      // @ts-expect-error a request has only listed values
      export const wrong: CreatePetInput = { body: { status: "lost", species: { kind: "cat" } } };
      // @ts-expect-error a list with one value is not extended
      export const type: CreatePetOutput = { status: "lost", type: "other", species: { kind: "cat" } };
      // @ts-expect-error nor a list that decides between alternatives
      export const kind: CreatePetOutput = { status: "lost", species: { kind: "cow" } };
      void createPet;
      const { requestBody, responses, parameters } = operations.createPet;
      const species = { kind: "cat" };
      const known = { status: "available", species };
      const both = (value: unknown) => [
        requestBody["application/json"].safeParse(value).success,
        responses[200]["application/json"].safeParse(value).success,
      ];
      console.log(JSON.stringify({
        known: both(known),
        status: both({ status: "lost", species }),
        legs: both({ ...known, legs: 3 }),
        nothing: both({ ...known, legs: null, size: null }),
        size: both({ ...known, size: "m" }),
        "other type of value": both({ ...known, status: 5 }),
        type: both({ ...known, type: "other" }),
        kind: both({ ...known, species: { kind: "cow" } }),
        parameter: [parameters.query.safeParse({ like: "lost" }).success],
      }));
    `,
  });
  expect(errors).toBe("");
  expect(await project.run("run.ts", {})).toEqual({
    known: [true, true],
    status: [false, true],
    legs: [false, true],
    nothing: [true, true],
    size: [false, true],
    "other type of value": [false, false],
    type: [false, false],
    kind: [false, false],
    parameter: [false],
  });
});

test("open enums need types for each direction", async () => {
  const made = generateFiles(document, { enums: "open", readWriteSplit: false });
  await expect(made).rejects.toThrow("`enums: open` needs separate types");
});
