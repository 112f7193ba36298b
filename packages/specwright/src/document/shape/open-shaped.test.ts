import { expect, test } from "vitest";
import { makeTemporaryFolder, writeFiles } from "../../../test/temporary-folder.ts";
import { loadModel } from "../../commands/load/load-model.ts";
import { createSession } from "../../watch/session.ts";
import { openShapedDocument } from "./open-shaped.ts";

const pets = `get:
  tags: [pets]
  operationId: listPets
  responses:
    "200":
      description: ok
      content:
        application/json:
          schema:
            type: object
            properties: { id: { type: integr } }
`;

const root = `openapi: 3.1.0
info: { title: Pets, version: "1" }
tags: [{ name: shops }, { name: pets, x-order: 1 }]
paths:
  /shops: { get: { tags: [shops], operationId: listShops, responses: { "200": { description: ok } } } }
  /pets: { $ref: pets.yaml }
  /cats:
    get:
      tags: [pets]
      operationId: listCats
      responses: { "200": { description: ok, content: { text/plain: { schema: { $ref: "#/components/schemas/Cat" } } } } }
components:
  schemas:
    Shop: { type: object }
    Cat: { type: strng }
`;

const input = { include: { tags: ["pets"] } };

test("problems point into the files that people edit, also when several files become one", () => {
  const folder = makeTemporaryFolder({ "api.yaml": root, "pets.yaml": pets });
  const { model, diagnostics, files } = loadModel("api.yaml", { folder, input });
  expect(model.operations.map(({ operationId }) => operationId)).toEqual(["listPets", "listCats"]);
  expect(diagnostics).toMatchObject([
    {
      file: "pets.yaml",
      pointer: "/get/responses/200/content/application~1json/schema/properties/id/type",
      line: 11,
    },
    { file: "api.yaml", pointer: "/components/schemas/Cat/type", line: 15, column: 12 },
  ]);
  expect([...files.keys()].map((path) => path.slice(folder.length))).toEqual([
    "/api.yaml",
    "/pets.yaml",
  ]);
});

test("a broken reference of another file is reported once, in that file", () => {
  const broken = pets.replace("type: object", "$ref: none.yaml");
  const folder = makeTemporaryFolder({ "api.yaml": root, "pets.yaml": broken });
  expect(() => loadModel("api.yaml", { folder, input })).toThrow(
    expect.objectContaining({
      diagnostics: [
        expect.objectContaining({ severity: "error", file: "pets.yaml", line: 10 }),
        expect.objectContaining({ severity: "warning", file: "pets.yaml" }),
        expect.objectContaining({ severity: "warning", file: "api.yaml", line: 15 }),
      ],
    }),
  );
});

test("a session sees edits of the document and of the settings", () => {
  const folder = makeTemporaryFolder({ "api.yaml": root, "pets.yaml": pets });
  const session = createSession();
  const load = (settings = input) =>
    loadModel("api.yaml", { folder, input: settings }, session).model.operations.map(
      ({ operationId }) => operationId,
    );
  expect(load()).toEqual(["listPets", "listCats"]);
  writeFiles(folder, { "pets.yaml": pets.replace("listPets", "listAllPets") });
  expect(load()).toEqual(["listAllPets", "listCats"]);
  writeFiles(folder, { "api.yaml": root.replace("listCats", "cats") });
  expect(load()).toEqual(["listAllPets", "cats"]);
  expect(load({ include: { tags: ["shops"] } })).toEqual(["listShops"]);
});

test("without settings, the document and its objects stay as they are", () => {
  const folder = makeTemporaryFolder({ "api.yaml": root, "pets.yaml": pets });
  const plain = loadModel("api.yaml", { folder });
  const empty = loadModel("api.yaml", { folder, input: {} });
  expect(empty.model).toEqual(plain.model);
  expect(empty.diagnostics).toEqual(plain.diagnostics);
});

const overlay = (title: string, base: string): string =>
  `overlay: 1.1.0\ninfo: { title: a, version: "1" }\nextends: ${base}\nactions: [{ target: $.info, update: { title: ${title}, x-${title}: true } }]\n`;
const base = 'openapi: 3.1.0\ninfo: { title: a, version: "1" }\npaths: {}\n';

test("an overlay stands for the document that it extends, also one that extends another overlay", () => {
  const folder = makeTemporaryFolder({
    "api/my api.yaml": base,
    "one.yaml": overlay("one", "api/my%20api.yaml"),
    "api/two.yaml": overlay("two", "../one.yaml"),
    "three.yaml": overlay("three", "api/my%20api.yaml"),
  });
  const input = { overlays: ["three.yaml"] };
  const { document, steps, written } = openShapedDocument("api/two.yaml", { folder, input });
  expect(document.root.value).toMatchObject({
    info: { title: "three", "x-one": true, "x-two": true, "x-three": true },
  });
  expect(steps.map(({ source }) => source)).toEqual(["one.yaml", "api/two.yaml", "three.yaml"]);
  expect(written.name).toBe("api/my api.yaml");
  expect(document.problems).toEqual([]);
  expect([...document.files.values()].map(({ name }) => name)).toContain("api/two.yaml");
});

test("overlays that extend each other are an error", () => {
  const folder = makeTemporaryFolder({
    "one.yaml": overlay("one", "two.yaml"),
    "two.yaml": overlay("two", "one.yaml"),
  });
  expect(() => openShapedDocument("one.yaml", { folder })).toThrow(
    "The overlay one.yaml extends itself, through other overlays or directly.",
  );
});

test("an overlay that is not on the disk does not lead to files of the disk", () => {
  const folder = makeTemporaryFolder({ "api.yaml": base });
  const given = new Map([[`${folder}/one.yaml`, Buffer.from(overlay("one", "api.yaml"))]]);
  const { document } = openShapedDocument("one.yaml", { folder, given });
  expect(document.root.value).toMatchObject({ overlay: "1.1.0" });
});
