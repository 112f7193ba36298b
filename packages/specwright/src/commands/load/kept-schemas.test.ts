import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";
import type { Kept } from "../../kept.ts";
import { generate } from "../generate.ts";
import { createSession, type Session } from "./session.ts";

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
  const printed: string[] = [];
  const session = countPrinted(printed);
  const options = { document: "api.yaml", out: "out", command: "specwright", folder };
  await generate(options, session);
  expect(printed).toContain("validators: predicate isTag");
  expect(printed.filter((kind) => kind === "types: schema")).toHaveLength(3);

  printed.length = 0;
  writeFileSync(join(folder, "pets.yaml"), files["pets.yaml"].replace("string", "boolean"));
  await generate(options, session);
  expect(printed.filter((kind) => kind === "validators: predicate isUser")).toHaveLength(1);
  expect(printed).not.toContain("validators: predicate isPet");
  expect(printed).not.toContain("validators: predicate isTag");
  expect(printed.filter((kind) => kind === "types: schema")).toHaveLength(1);
});

/** A session that notes the kind of each text that it prints. */
function countPrinted(printed: string[]): Session {
  const session = createSession();
  const kept: Kept = {
    of: (kind, unit, print, isStill) =>
      session.kept.of(
        kind,
        unit,
        () => {
          printed.push(kind);
          return print();
        },
        isStill,
      ),
  };
  return { ...session, kept };
}
