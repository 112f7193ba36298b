import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";
import { generate } from "../generate.ts";
import { createSession } from "./session.ts";

const files = {
  "api.yaml":
    "openapi: 3.1.0\ninfo: {title: a, version: '1'}\npaths: {}\n" +
    "components: {schemas: {Pet: {$ref: pets.yaml#/Pet}, User: {$ref: pets.yaml#/User}, Tag: {type: string}}}\n",
  "pets.yaml":
    "Pet: {type: object, properties: {owner: {$ref: '#/User'}}}\n" +
    "User: {type: object, properties: {name: {type: string}}}\n",
};

test("in a document of several files, an edit prints only the schemas that it touches", async () => {
  const folder = makeTemporaryFolder(files);
  const session = createSession();
  const options = { document: "api.yaml", out: "out", command: "specwright", folder };
  await generate(options, session);
  const before = new Map(session.kept.entries);
  expect([...before.keys()]).toContain("validators: predicate isTag");

  writeFileSync(join(folder, "pets.yaml"), files["pets.yaml"].replace("string", "boolean"));
  await generate(options, session);
  const printed = [...session.kept.entries].flatMap(([kind, entry]) =>
    entry.printed === before.get(kind)?.printed ? [] : [kind],
  );
  expect(printed).toEqual([
    "types: schema User",
    "validators: component isUser",
    "validators: predicate isUser",
  ]);
});
