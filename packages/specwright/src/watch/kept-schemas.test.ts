import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../test/temporary-folder.ts";
import { generate } from "../commands/generate.ts";
import { createSession, type Session } from "./session.ts";

const files = {
  "api.yaml":
    "openapi: 3.1.0\ninfo: {title: a, version: '1'}\npaths: {}\n" +
    "components: {schemas: {Pet: {$ref: pets.yaml#/Pet}, User: {$ref: pets.yaml#/User}, Tag: {type: string}}}\n",
  "pets.yaml":
    "Pet: {type: object, properties: {owner: {$ref: '#/User'}}}\n" +
    "User: {type: object, properties: {name: {type: string}}}\n",
};

test("in a document of several files, an edit prints only the schemas that it reaches", async () => {
  const folder = makeTemporaryFolder(files);
  const session = createSession();
  const options = { document: "api.yaml", out: "out", command: "specwright", folder };
  await generate(options, session);
  const types = new Map(session.kept.entries);
  const validators = listTexts(session);
  expect([...validators.keys()]).toEqual(["isPet", "isUser", "isTag"]);

  writeFileSync(join(folder, "pets.yaml"), files["pets.yaml"].replace("string", "boolean"));
  await generate(options, session);
  const printed = [...session.kept.entries].flatMap(([kind, entry]) =>
    entry.printed === types.get(kind)?.printed ? [] : [kind],
  );
  expect(printed).toEqual(["types: schema User"]);
  const again = [...listTexts(session)].flatMap(([name, texts]) =>
    texts === validators.get(name) ? [] : [name],
  );
  expect(again).toEqual(["isPet", "isUser"]);
});

/** The kept texts of each definition of the validators, by the name of its predicate. */
function listTexts({ kept }: Session): ReadonlyMap<string, unknown> {
  const memory = kept.indexes.get("definitions of validators: undefined classic");
  const { last } = memory as { readonly last: ReadonlyMap<string, { readonly texts: unknown }> };
  return new Map([...last].map(([name, { texts }]) => [name, texts]));
}
