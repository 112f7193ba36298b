import { type BuiltModel, buildModel } from "../src/document/model/build/build-model.ts";
import type { Model, Schema } from "../src/document/model/model.ts";
import { openDocument } from "../src/document/read/open-document.ts";
import { makeTemporaryFolder } from "./temporary-folder.ts";

/** The model of a document given as files. The first file is the root. */
export function buildFiles(files: Readonly<Record<string, string>>): BuiltModel {
  const folder = makeTemporaryFolder(files);
  const [root = ""] = Object.keys(files);
  return buildModel(openDocument(root, { folder }));
}

/** The model of a document given as a value, to which the required members of documents are added. */
export function buildModelFrom(document: Readonly<Record<string, unknown>>): Model {
  return buildValue(document).model;
}

/** The model of a document given as a value, with its warnings. */
export function buildValue(document: Readonly<Record<string, unknown>>): BuiltModel {
  const complete = { openapi: "3.1.0", info: { title: "a", version: "1" }, ...document };
  return buildFiles({ "openapi.json": JSON.stringify(complete) });
}

/** The component schema `A` of a document with these schemas. */
export function buildSchemaA(
  schemas: Readonly<Record<string, unknown>>,
  openapi = "3.1.0",
): Schema {
  const schema = buildModelFrom({ openapi, components: { schemas } }).components.schemas.get("A");
  if (schema === undefined) {
    throw new Error("The test's document has no schema A.");
  }
  return schema;
}
