import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../../test/run-cli.ts";
import { makeTemporaryFolder } from "../../test/temporary-folder.ts";

const document = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets": {
      post: {
        operationId: "createPet",
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
        },
        responses: { 204: { description: "" } },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: "object",
        properties: {
          id: { type: "integer", readOnly: true },
          tag: { type: "string", default: "none" },
        },
      },
    },
  },
});

/** `isSplit`: the types distinguish requests from responses. `isRequired`: they require properties with a default. */
interface Types {
  readonly isSplit: boolean;
  readonly isRequired: boolean;
}

const letter: Types = { isSplit: true, isRequired: false };
const former: Types = { isSplit: false, isRequired: true };

function readTypes(path: string): Types {
  const text = readFileSync(path, "utf8");
  const [, pet = ""] = /^(?: {4}Pet: |export type Pet = )\{(.*?)^ *\};?$/ms.exec(text) ?? [];
  return { isSplit: text.includes("PetRequest"), isRequired: / tag: string/.test(pet) };
}

test.each([
  [[], "", letter],
  [["--no-read-write-split", "--default-non-nullable"], "", former],
  [["--no-read-write-split"], "", { ...letter, isSplit: false }],
  [["--default-non-nullable", "true"], "", { ...letter, isRequired: true }],
  [["--default-non-nullable", "false", "--read-write-split"], "", letter],
  [[], "readWriteSplit: false, defaultNonNullable: true", former],
  [[], "readWriteSplit: true, defaultNonNullable: false", letter],
  [
    ["--read-write-split", "--no-default-non-nullable"],
    "readWriteSplit: false, defaultNonNullable: true",
    letter,
  ],
  [
    ["--no-read-write-split", "--default-non-nullable"],
    "readWriteSplit: true, defaultNonNullable: false",
    former,
  ],
])("generate %j with the settings {%s} gives types of %o", async (flags, settings, expected) => {
  const folder = makeTemporaryFolder({
    "api.json": document,
    "redocly.yaml": `apis: {pets: {root: api.json, x-specwright: {out: out, targets: [types], ${settings}}}}`,
  });
  expect(await run(folder, ["generate", "pets", ...flags])).toMatchObject({ code: 0, err: "" });
  expect(readTypes(join(folder, "out/types/schemas.d.ts"))).toEqual(expected);
});

test("a document may follow a switch, and a switch may have a value", async () => {
  const folder = makeTemporaryFolder({ "api.json": document });
  const flags = ["--read-write-split=false", "--default-non-nullable"];
  const args = ["generate", "--targets", "types", "--out", "out", ...flags, "api.json"];
  expect(await run(folder, args)).toMatchObject({ code: 0, err: "" });
  expect(readTypes(join(folder, "out/types/schemas.d.ts"))).toEqual(former);
});

test("types keeps the defaults of openapi-typescript", async () => {
  const folder = makeTemporaryFolder({ "api.json": document });
  const { out } = await run(folder, ["types", "api.json"]);
  writeFileSync(join(folder, "api.d.ts"), out);
  expect(readTypes(join(folder, "api.d.ts"))).toEqual(former);
});
